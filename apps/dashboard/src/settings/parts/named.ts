import { visibleText } from '../../components/visible-text.ts';

/** Longest name shown in a sentence, in characters. */
const maxLength = 60;

/** Bidi isolates: right-to-left names do not reorder the sentence around them. */
const [isolate, endIsolate] = ['\u2068', '\u2069'];

/** An untrusted name, quoted for use in a sentence: “Website”. */
export function named(name: string): string {
  const characters = [...visibleText(name).replace(/\s+/g, ' ').trim()];
  const shown =
    characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : characters.join('');
  return `“${isolate}${shown}${endIsolate}”`;
}
