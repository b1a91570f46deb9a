/** Potentially deceptive characters: controls, formats, unassigned, marks, separators and fillers. */
const special = /[\p{C}\p{M}\u2028\u2029\u115f\u1160\u3164\uffa0]/u;

/**
 * Untrusted text without invisible characters, bidi overrides or line breaks. It stays
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
    // The remaining format characters reorder, break or hide text. Only direction marks are harmless and stay.
    .replace(/(?![\u200c-\u200f\u061c])[\p{Cf}\p{Cn}]/gu, '')
    // No script needs more combining marks, and hundreds would cover adjacent lines.
    .replace(/(\p{M}{4})\p{M}+/gu, '$1');
  return visible.trim() === '' && text.trim() !== '' ? '(no visible text)' : visible;
}

/** Unicode symbol of a C0 control character, such as ␛. */
function showControl(control: string): string {
  if (control === '\n' || control === '\t') return control;
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** Joiners are legitimate in emoji and several scripts, but only deceptive between Latin letters. */
function keepJoiner(run: string, at: number, whole: string): string {
  const [before = '', after = ''] = [whole[at - 1], whole[at + run.length]];
  const isPlain = (character: string) => character <= '\u024f' || /\s/.test(character);
  return isPlain(before) || isPlain(after) ? '' : (run[0] as string);
}
