import { visibleText } from '../../components/visible-text.ts';

/** As much of a name as a sentence can bear. */
const most = 60;

/** Characters that keep what stands between them from turning the text around it. */
const [isolate, endIsolate] = ['\u2068', '\u2069'];

/** A name that somebody else may have chosen, within a sentence: “Website”. */
export function named(name: string): string {
  const characters = [...visibleText(name).replace(/\s+/g, ' ').trim()];
  const shown = characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('');
  return `“${isolate}${shown}${endIsolate}”`;
}
