import { clipTo } from './box.ts';
import type { Paint } from './walk.ts';

function useFont(context: CanvasRenderingContext2D, style: CSSStyleDeclaration): void {
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

/** Finds the visible words with their positions; a word broken over lines is split into letters. Yields often. */
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
  // Very long words are handled in pieces.
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
  for (const word of words) drawAt(context, style, word);
}

function drawAt(
  context: CanvasRenderingContext2D,
  style: CSSStyleDeclaration,
  { text: word, rect }: Word,
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

/** Paints values of form controls and list markers, which are not text nodes. */
export function paintControl(paint: Paint): void {
  const { context, element, style, box } = paint;
  if (!box.width || !box.height) return;
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type))
    paintCheckbox(paint, element);
  else if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement)
    paintValue(paint, element);
  else if (element instanceof HTMLSelectElement) paintLines(paint, [element.selectedOptions[0]?.text ?? '']);
  else if (style.display === 'list-item' && style.listStyleType !== 'none') {
    useFont(context, style);
    const size = Number.parseFloat(style.fontSize);
    const number = [...(element.parentElement?.children ?? [])].indexOf(element) + 1;
    const marker = style.listStyleType === 'decimal' ? `${number}.` : '•';
    const isRtl = style.direction === 'rtl';
    context.textAlign = isRtl ? 'left' : 'right';
    context.fillText(marker, isRtl ? box.right + size * 0.4 : box.x - size * 0.4, box.y + size * 1.1);
  }
}

function paintValue(paint: Paint, control: HTMLInputElement | HTMLTextAreaElement): void {
  if (/^(hidden|range|color|image|file)$/.test(control.type)) return;
  const text = control.value || control.placeholder;
  if (!control.value) paint.context.globalAlpha *= 0.55;
  const isLong = control instanceof HTMLTextAreaElement;
  paintLines(paint, isLong ? text.split('\n') : [text], isLong);
}

function paintLines({ context, style, box, element }: Paint, lines: string[], isLong = false): void {
  useFont(context, style);
  const size = Number.parseFloat(style.fontSize);
  const height = Number.parseFloat(style.lineHeight) || size * 1.2;
  const left = box.x + Number.parseFloat(style.borderLeftWidth) + Number.parseFloat(style.paddingLeft);
  const right = box.right - Number.parseFloat(style.borderRightWidth) - Number.parseFloat(style.paddingRight);
  const isCentred = style.textAlign === 'center';
  const isRight = style.textAlign === 'right' || (style.direction === 'rtl' && !isCentred);
  clipTo(context, box);
  context.textBaseline = 'middle';
  context.textAlign = isCentred ? 'center' : isRight ? 'right' : 'left';
  const x = isCentred ? (left + right) / 2 : isRight ? right : left;
  let y = isLong
    ? box.y + Number.parseFloat(style.paddingTop) + height / 2 - element.scrollTop
    : box.y + box.height / 2;
  for (const whole of lines)
    for (const line of isLong ? wrap(context, whole, right - left) : [whole]) {
      if (y > box.bottom + height) return;
      if (y > box.y - height) context.fillText(line, x, y);
      y += height;
    }
}

function* wrap(context: CanvasRenderingContext2D, text: string, width: number): Generator<string> {
  let line = '';
  for (const [word] of text.matchAll(/\S{0,200}\s?/g)) {
    if (line && context.measureText(line + word).width > width) {
      yield line;
      line = word;
    } else line += word;
  }
  yield line;
}

function paintCheckbox({ context, box, style }: Paint, { type, checked }: HTMLInputElement): void {
  const accent = style.accentColor === 'auto' ? '#0b6bcb' : style.accentColor;
  const { x, y, width, height } = box;
  context.beginPath();
  context.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, type === 'radio' ? width : 2);
  context.fillStyle = checked ? accent : '#fff';
  context.strokeStyle = checked ? accent : '#767676';
  context.fill();
  context.stroke();
  if (!checked) return;
  context.beginPath();
  context.strokeStyle = context.fillStyle = '#fff';
  context.lineWidth = Math.max(1.5, width / 8);
  if (type === 'radio') {
    context.arc(x + width / 2, y + height / 2, width / 5, 0, 7);
    context.fill();
  } else {
    context.moveTo(x + width * 0.22, y + height * 0.52);
    context.lineTo(x + width * 0.42, y + height * 0.72);
    context.lineTo(x + width * 0.78, y + height * 0.3);
    context.stroke();
  }
}
