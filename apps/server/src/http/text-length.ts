import type { Ajv } from 'ajv';

/**
 * Replaces the validator's checks of lengths, which JSON Schema means in code points. They have to be counted near the limit
 * only: a text never has more code points than UTF-16 code units, and never fewer than half as many.
 */
export function addTextLengths(ajv: Ajv): void {
  ajv.removeKeyword('minLength');
  ajv.removeKeyword('maxLength');
  ajv.addKeyword({
    keyword: 'minLength',
    before: 'format',
    type: 'string',
    compile: (least: number) => (text: string) => text.length >= 2 * least || countCodePoints(text) >= least,
  });
  ajv.addKeyword({
    keyword: 'maxLength',
    before: 'format',
    type: 'string',
    compile: (most: number) => (text: string) => text.length <= most || hasAtMost(text, most),
  });
}

const hasAtMost = (text: string, most: number) => text.length <= 2 * most && countCodePoints(text) <= most;

function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    if ((text.codePointAt(at) as number) > 0xffff) at++;
    count++;
  }
  return count;
}
