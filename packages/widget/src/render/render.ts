import { paintBox } from './box.ts';
import { paintControl } from './control.ts';
import { paintMedia } from './media.ts';
import { paintText } from './text.ts';
import { type Paint, type Step, walk } from './walk.ts';

/** What nobody may see in a picture, whatever the page has masked itself. */
const alwaysMasked = 'input[type=password],[autocomplete^="cc-"]';

const longestStretch = 8;

/**
 * Paints what is to be seen of the page, as it lies there now. It reads what the browser has laid out and draws it anew,
 * which needs nothing that a policy of the page could forbid, and loads nothing. What cannot be read, such as frames and
 * pictures of other sites, is a grey box. It pauses often, so that the page stays usable meanwhile.
 */
export async function renderPage(mask: string | undefined): Promise<Blob> {
  const scale = Math.min(devicePixelRatio || 1, 2);
  const canvas = document.createElement('canvas');
  canvas.width = innerWidth * scale;
  canvas.height = innerHeight * scale;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(scale, scale);
  context.fillStyle = pageColor();
  context.fillRect(0, 0, innerWidth, innerHeight);

  const masked = validSelector(mask);
  const steps: Step[] = [];
  let began = performance.now();
  for (const _ of walk(document.documentElement, steps, masked)) {
    if (performance.now() - began < longestStretch) continue;
    await new Promise((resolve) => setTimeout(resolve));
    began = performance.now();
  }
  for (const step of steps) paint({ context, ...step });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('The page is too large to be painted.');
  return blob;
}

function paint(what: Paint): void {
  const { context, box, clips, alpha, isMasked, text } = what;
  context.save();
  try {
    for (const { rect, radius } of clips) {
      context.beginPath();
      context.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
      context.clip();
    }
    context.globalAlpha = alpha;
    if (isMasked) {
      context.globalAlpha = 1;
      context.fillStyle = '#000';
      context.fillRect(box.x, box.y, box.width, box.height);
    } else if (text) paintText(what, text);
    else {
      paintBox(what);
      if (!paintMedia(what)) paintControl(what);
    }
  } catch {
    // What cannot be painted is missing from the picture.
  }
  context.restore();
}

/** What a browser shows behind a page that has no colour. */
function pageColor(): string {
  for (const element of [document.documentElement, document.body]) {
    const color = element && getComputedStyle(element).backgroundColor;
    if (color && !/^rgba\(.+, 0\)$|transparent/.test(color)) return color;
  }
  return isDark() ? '#121212' : '#fff';
}

/** Of the colour schemes that a page knows, by its style or else by a tag, the browser takes the one that its user prefers. */
function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const tag = document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]');
  const known = colorScheme === 'normal' ? `${tag?.content}` : colorScheme;
  return /dark/i.test(known) && (!/light/i.test(known) || matchMedia('(prefers-color-scheme:dark)').matches);
}

function validSelector(mask: string | undefined): string {
  try {
    document.querySelector(mask || '*');
    return mask ? `${alwaysMasked},${mask}` : alwaysMasked;
  } catch {
    // Who masks something in a way that cannot be understood gets everything masked.
    return '*';
  }
}
