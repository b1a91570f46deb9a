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

/** Draws each word where the browser has put it; one that is broken over lines letter by letter. */
export function paintText({ context, style }: Paint, text: Text): void {
  useFont(context, style);
  const range = document.createRange();
  const draw = (from: number, to: number) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    const rects = range.getClientRects();
    const [rect] = rects;
    if (!rect?.width || rect.bottom < 0 || rect.top > innerHeight) return;
    if (rects.length > 1 && to - from > 1) for (let at = from; at < to; at++) draw(at, at + 1);
    else drawAt(context, style, transform(text.data.slice(from, to), style), rect);
  };
  for (const word of text.data.matchAll(/\S+/g)) draw(word.index, word.index + word[0].length);
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
