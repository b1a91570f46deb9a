import type { Core } from '../core.ts';
import type { Words } from '../languages/en.ts';
import { button, make } from './dom.ts';

export interface Screenshot {
  element: HTMLElement;
  readonly image: Blob | undefined;
  /** Takes the first image among what was pasted or dropped. */
  take(files: FileList | undefined): boolean;
}

/** The ways to an image that the browser has. None of them can lose the report: what fails, says so here. */
export function createScreenshot(
  core: Core,
  words: Words,
  dialog: HTMLDialogElement,
  first: Blob | undefined,
): Screenshot {
  let image = first;
  const status = make('div', { role: 'status' });
  const picker = make('input', { type: 'file', accept: 'image/*', hidden: true });
  picker.onchange = () => take(picker.files ?? undefined);
  const element = make('div', null);

  /** Puts an image in place that another part makes, while the buttons rest. */
  const attempt = async (getImage: () => Promise<Blob | null | undefined>) => {
    const buttons = element.querySelectorAll('button');
    for (const one of buttons) one.disabled = true;
    try {
      const made = await getImage();
      if (made) image = made;
      status.textContent = '';
    } catch {
      status.textContent = words.noPicture;
    }
    show();
  };
  const scale = async (source: Blob | Promise<Blob>) => (await core.part('picture')).scaleDown(await source);
  const renderPage = async () => scale((await core.part('render')).renderPage(core.settings.mask));
  const captureScreen = async () => {
    try {
      return await (await core.part('picture')).captureScreen(core.root.host);
    } catch (error) {
      // The person changed their mind. Anything else, such as a policy of the page, leaves the other way.
      const { name, message } = error as Error;
      if (name === 'NotAllowedError' && !/policy|system/.test(message)) return null;
      return renderPage();
    }
  };
  const edit = () => attempt(async () => (await core.part('picture')).edit(dialog, image as Blob, words));

  function take(files: FileList | undefined): boolean {
    const file = [...(files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (file) attempt(() => scale(file));
    return !!file;
  }

  function show(): void {
    const name = make(
      'div',
      { className: 'name' },
      words.screenshot,
      make('small', null, ` (${words.optional})`),
    );
    const row = make('div', { className: 'row' });
    element.replaceChildren(name, row, status);
    if (image) {
      const preview = make('canvas', { role: 'img', ariaLabel: words.screenshot, className: 'preview' });
      row.before(preview);
      createImageBitmap(image).then((bitmap) => {
        const scaled = Math.min(1, 880 / bitmap.width);
        Object.assign(preview, { width: bitmap.width * scaled, height: bitmap.height * scaled });
        preview.getContext('2d')?.drawImage(bitmap, 0, 0, preview.width, preview.height);
      });
      row.append(
        button(words.draw, edit),
        button(words.remove, () => {
          image = undefined;
          show();
        }),
      );
    } else {
      if (navigator.mediaDevices && 'getDisplayMedia' in navigator.mediaDevices)
        row.append(button(words.screen, () => attempt(captureScreen)));
      row.append(
        button(words.page, () => attempt(renderPage)),
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
