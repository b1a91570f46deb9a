import type { Ajv } from 'ajv';

/**
 * Lengths in code points, as JSON Schema means them. Counting is only needed near the limit: there are never more code
 * points than UTF-16 units, and never fewer than half as many.
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
