import { clipTo, paintBox, paintMedia } from './box.ts';
import { paintControl, paintWords } from './control.ts';
import { createMask, type Masking, type Paint, type Step, walk } from './walk.ts';

const maxSliceMs = 8;

let sliceStartedAt = 0;

export async function pause(): Promise<void> {
  if (performance.now() - sliceStartedAt < maxSliceMs) return;
  await new Promise((resolve) => setTimeout(resolve));
  sliceStartedAt = performance.now();
}

export async function runInSlices(work: Iterable<void>): Promise<void> {
  for (const _ of work) if (performance.now() - sliceStartedAt >= maxSliceMs) await pause();
}

function pageColor(): string {
  for (const element of [document.documentElement, document.body]) {
    const color = element && getComputedStyle(element).backgroundColor;
    if (color && !/^rgba\(.+, 0\)$|transparent/.test(color)) return color;
  }
  return isDark() ? '#121212' : '#fff';
}

/** The page's `color-scheme`, from its style or meta tag, matched with the user's preference. */
export function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  const tag = document.querySelector<HTMLMetaElement>('meta[name="color-scheme" i]');
  const known = colorScheme === 'normal' ? `${tag?.content}` : colorScheme;
  return /dark/i.test(known) && (!/light/i.test(known) || matchMedia('(prefers-color-scheme:dark)').matches);
}

/**
 * Paints the page's layout on a canvas, which no CSP can forbid. Content that cannot be read, such as cross-origin frames and
 * images, becomes a grey box.
 */
export async function renderPage(mask: string | undefined, core?: Masking): Promise<Blob> {
  const context = createCanvas(innerWidth, innerHeight);
  // Forms of earlier versions pass the selector only.
  const isMasked = createMask(core ?? { settings: mask ? { mask } : {} });
  const steps: Step[] = [];
  await runInSlices(walk(document.documentElement, steps, isMasked));
  await runInSlices(paintAll(context, steps));
  return toBlob(context);
}

/** Creates a canvas in CSS pixels, filled with the page's background color. */
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
  if (!blob) throw new Error('The page is too large to draw.');
  return blob;
}

function* paintAll(context: CanvasRenderingContext2D, steps: Step[]): Generator<void> {
  for (const step of steps) {
    paintStep({ context, ...step });
    yield;
  }
}

function paintStep(paint: Paint): void {
  const { context, box, clips, alpha, cover, words } = paint;
  context.save();
  try {
    for (const { rect, radius } of clips) clipTo(context, rect, radius);
    context.globalAlpha = alpha;
    if (cover) {
      context.globalAlpha = 1;
      context.fillStyle = cover;
      context.fillRect(box.x, box.y, box.width, box.height);
    } else if (words) paintWords(paint, words);
    else {
      paintBox(paint);
      if (!paintMedia(paint)) paintControl(paint);
    }
  } catch {
    // The element is left out of the image.
  }
  context.restore();
}
