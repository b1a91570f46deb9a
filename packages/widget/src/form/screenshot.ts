import type { Core } from '../core.ts';
import type { Words } from '../languages/en.ts';
import { button, make } from './dom.ts';

/** Images drawn on a canvas, which lack details. */
const sketches = new WeakSet<Blob>();

let svgSupport: Promise<boolean> | undefined;

/** Tries to draw HTML through an SVG image. If the page's CSP forbids it, the browser reports one violation. */
async function canDrawSvg(): Promise<boolean> {
  const image = new Image();
  image.src =
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><foreignObject width="1" height="1">' +
    '<style>i{display:block;height:1px;background:red}</style><i xmlns="http://www.w3.org/1999/xhtml"/></foreignObject></svg>';
  try {
    await image.decode();
    const context = make('canvas', { width: 1, height: 1 }).getContext('2d') as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, 1, 1).data[0] === 255;
  } catch {
    return false;
  }
}

const scale = async (core: Core, source: Blob) => (await core.part('picture')).scaleDown(source);

async function capturePage(core: Core): Promise<Blob> {
  svgSupport ??= canDrawSvg();
  try {
    if (await svgSupport) return await scale(core, await (await core.part('snapshot')).takeSnapshot(core));
  } catch {
    // Too many elements, or one that cannot be drawn: falls back to the canvas.
  }
  const sketch = await scale(core, await (await core.part('render')).renderPage(core.settings.mask, core));
  sketches.add(sketch);
  return sketch;
}

async function captureScreen(core: Core): Promise<Blob | null> {
  try {
    return await (await core.part('picture')).captureScreen(core.root.host);
  } catch (error) {
    // Null if the user cancelled. Other errors, such as a permissions policy, fall back to capturing the page.
    const { name, message } = error as Error;
    if (name === 'NotAllowedError' && !/policy|system/.test(message)) return null;
    return capturePage(core);
  }
}

function createPreview(image: Blob, ariaLabel: string): HTMLCanvasElement {
  const preview = make('canvas', { role: 'img', ariaLabel, className: 'preview' });
  createImageBitmap(image).then((bitmap) => {
    const scaled = Math.min(1, 880 / bitmap.width);
    Object.assign(preview, { width: bitmap.width * scaled, height: bitmap.height * scaled });
    preview.getContext('2d')?.drawImage(bitmap, 0, 0, preview.width, preview.height);
  });
  return preview;
}

/** Offers all ways to add an image. A failure is shown here and never blocks the report. */
export function createScreenshot(
  core: Core,
  words: Words,
  dialog: HTMLDialogElement,
  first: Blob | undefined,
) {
  let image = first;
  const status = make('div', { role: 'status' });
  const picker = make('input', { type: 'file', accept: 'image/*', hidden: true });
  picker.onchange = () => {
    take(picker.files ?? undefined);
    picker.value = '';
  };
  const element = make('div', null);

  const attempt = async (getImage: () => Promise<Blob | null | undefined>, failure = words.noPicture) => {
    const buttons = element.querySelectorAll('button');
    for (const one of buttons) one.disabled = true;
    try {
      const result = await getImage();
      if (result) image = result;
      status.textContent = '';
    } catch {
      status.textContent = failure;
    }
    show();
  };
  const edit = () =>
    attempt(async () => {
      const before = image as Blob;
      const edited = await (await core.part('picture')).edit(dialog, before, words);
      if (edited && sketches.has(before)) sketches.add(edited);
      return edited;
    });

  /** Uses the first image of the chosen or pasted files. */
  function take(files: FileList | undefined): void {
    const all = [...(files ?? [])];
    const file = all.find(({ type }) => type.startsWith('image/'));
    // The extension may be wrong, so decoding can still fail.
    if (file) attempt(() => scale(core, file), words.noImage);
    else if (all.length > 0) status.textContent = words.noImage;
  }

  function show(): void {
    const optional = make('small', null, ` (${words.optional})`);
    const name = make('div', { className: 'name' }, words.screenshot, optional);
    const row = make('div', { className: 'row' });
    element.replaceChildren(name, row, status);
    if (image) {
      row.before(createPreview(image, words.screenshot));
      if (sketches.has(image)) row.before(make('small', null, words.sketch));
      row.append(
        button(words.draw, edit),
        button(words.remove, () => {
          image = undefined;
          show();
        }),
      );
    } else {
      if (navigator.mediaDevices && 'getDisplayMedia' in navigator.mediaDevices)
        row.append(button(words.screen, () => attempt(() => captureScreen(core))));
      row.append(
        button(words.page, () => attempt(() => capturePage(core))),
        button(words.file, () => picker.click()),
        picker,
        make('small', null, words.paste),
      );
    }
  }
  show();
  return {
    element,
    get image() {
      return image;
    },
    take,
  };
}
