import { clipTo, paintBox, paintMedia } from './box.ts';
import { paintControl, paintWords } from './control.ts';
import { createMask, type Masking, type Paint, type Step, walk } from './walk.ts';

const longestStretch = 8;

let began = 0;

export async function pause(): Promise<void> {
  if (performance.now() - began < longestStretch) return;
  await new Promise((resolve) => setTimeout(resolve));
  began = performance.now();
}

export async function inStretches(work: Iterable<void>): Promise<void> {
  for (const _ of work) if (performance.now() - began >= longestStretch) await pause();
}

function pageColor(): string {
  for (const element of [document.documentElement, document.body]) {
    const color = element && getComputedStyle(element).backgroundColor;
    if (color && !/^rgba\(.+, 0\)$|transparent/.test(color)) return color;
  }
  return isDark() ? '#121212' : '#fff';
}

/** Of the colour schemes that a page knows, by its style or else by a tag, the browser takes the one that its user prefers. */
export function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const tag = document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]');
  const known = colorScheme === 'normal' ? `${tag?.content}` : colorScheme;
  return /dark/i.test(known) && (!/light/i.test(known) || matchMedia('(prefers-color-scheme:dark)').matches);
}

/**
 * Reads what the browser has laid out and paints it anew, which needs nothing that a policy of the page could forbid. What
 * cannot be read, such as frames and pictures of other sites, is a grey box.
 */
export async function renderPage(mask: string | undefined, core?: Masking): Promise<Blob> {
  const context = createCanvas(innerWidth, innerHeight);
  // Forms of earlier versions know the selector only.
  const isMasked = createMask(core ?? { settings: mask ? { mask } : {} });
  const steps: Step[] = [];
  await inStretches(walk(document.documentElement, steps, isMasked));
  await inStretches(paintAll(context, steps));
  return toBlob(context);
}

/** Of the page's colour, in CSS pixels. */
export function createCanvas(width: number, height: number): CanvasRenderingContext2D {
  const scale = Math.min(devicePixelRatio || 1, 2);
  const canvas = document.createElement('canvas');
  canvas.width = width * scale;
  canvas.height = height * scale;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(scale, scale);
  context.fillStyle = pageColor();
  context.fillRect(0, 0, width, height);
  return context;
}

export async function toBlob({ canvas }: CanvasRenderingContext2D): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('The page is too large to be drawn.');
  return blob;
}

function* paintAll(context: CanvasRenderingContext2D, steps: Step[]): Generator<void> {
  for (const step of steps) {
    paint({ context, ...step });
    yield;
  }
}

function paint(what: Paint): void {
  const { context, box, clips, alpha, cover, words } = what;
  context.save();
  try {
    for (const { rect, radius } of clips) clipTo(context, rect, radius);
    context.globalAlpha = alpha;
    if (cover) {
      context.globalAlpha = 1;
      context.fillStyle = cover;
      context.fillRect(box.x, box.y, box.width, box.height);
    } else if (words) paintWords(what, words);
    else {
      paintBox(what);
      if (!paintMedia(what)) paintControl(what);
    }
  } catch {
    // What cannot be painted is missing from the picture.
  }
  context.restore();
}
