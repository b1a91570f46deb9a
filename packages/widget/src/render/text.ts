import type { Paint } from './walk.ts';

/** Sets what texts of an element look like. */
export function useFont(context: CanvasRenderingContext2D, style: CSSStyleDeclaration): void {
  context.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  context.fillStyle = style.color;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  context.direction = style.direction as CanvasDirection;
  if ('letterSpacing' in context)
    context.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing;
}

export interface Word {
  text: string;
  rect: DOMRect;
}

/** The words that are in view, where the browser has put them; one that is broken over lines letter by letter. Yields often. */
export function* findWords(text: Text, style: CSSStyleDeclaration): Generator<void, Word[]> {
  const words: Word[] = [];
  const range = document.createRange();
  range.selectNodeContents(text);
  if (!isInView(range.getBoundingClientRect())) return words;
  const find = (from: number, to: number) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    const rects = range.getClientRects();
    const [rect] = rects;
    if (rects.length > 1 && to - from > 1) for (let at = from; at < to; at++) find(at, at + 1);
    else if (rect?.width && isInView(rect))
      words.push({ text: transform(text.data.slice(from, to), style), rect });
  };
  // A word without an end is looked at in pieces.
  for (const { index, 0: word } of text.data.matchAll(/\S{1,100}/g)) {
    find(index, index + word.length);
    yield;
  }
  return words;
}

export const isInView = ({ top, left, bottom, right }: DOMRect) =>
  bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;

export function paintWords({ context, style }: Paint, words: Word[]): void {
  useFont(context, style);
  for (const { text, rect } of words) drawAt(context, style, text, rect);
}

function drawAt(
  context: CanvasRenderingContext2D,
  style: CSSStyleDeclaration,
  word: string,
  rect: DOMRect,
): void {
  const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = context.measureText(word);
  const baseline = rect.top + (rect.height * ascent) / (ascent + descent);
  context.fillText(word, rect.left, baseline, Math.max(rect.width, 1) + 1);
  const thickness = Math.max(1, Number.parseFloat(style.fontSize) / 14);
  if (style.textDecorationLine.includes('underline'))
    context.fillRect(rect.left, baseline + thickness, rect.width, thickness);
  if (style.textDecorationLine.includes('line-through'))
    context.fillRect(rect.left, rect.top + rect.height / 2, rect.width, thickness);
}

function transform(text: string, { textTransform }: CSSStyleDeclaration): string {
  if (textTransform === 'uppercase') return text.toUpperCase();
  if (textTransform === 'lowercase') return text.toLowerCase();
  return textTransform === 'capitalize' ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
