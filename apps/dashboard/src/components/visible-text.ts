/** Characters that can be more than they look like: controls, formats, what is unassigned, marks, separators, fillers. */
const special = /[\p{C}\p{M}\u2028\u2029\u115f\u1160\u3164\uffa0]/u;

/**
 * What strangers wrote, with nothing in it that is invisible, turns the order of other text, or leaves its line. It stays
 * readable in every script.
 */
export function visibleText(text: string): string {
  if (!special.test(text)) return text;
  const visible = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\p{Cc}]/gu, showControl)
    .replace(/[\u200c\u200d]+/g, keepJoiner)
    .replace(/[\u115f\u1160\u3164\uffa0]/g, ' ')
    // All that is left of formats turns text around, breaks or hides: only the marks of direction, which act on themselves, stay.
    .replace(/(?![\u200c-\u200f\u061c])[\p{Cf}\p{Cn}]/gu, '')
    // No script needs more marks on one character, and hundreds would cover the lines above and below.
    .replace(/(\p{M}{4})\p{M}+/gu, '$1');
  return visible.trim() === '' && text.trim() !== '' ? '(no visible text)' : visible;
}

/** Unicode has a picture for each of the old controls, such as ␛. */
function showControl(control: string): string {
  if (control === '\n' || control === '\t') return control;
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** Joiners belong into emoji and into several scripts; between Latin letters they only hide. */
function keepJoiner(run: string, at: number, whole: string): string {
  const [before = '', after = ''] = [whole[at - 1], whole[at + run.length]];
  const isPlain = (character: string) => character <= '\u024f' || /\s/.test(character);
  return isPlain(before) || isPlain(after) ? '' : (run[0] as string);
}
