import type { Locator } from '@playwright/test';
import { image, openBugPage, test } from './bug-view.ts';
import { expect, expectNoViolation } from './fixtures.ts';

const png = { name: 'cart.png', mimeType: 'image/png', buffer: image };

/** Pastes or drops files as a browser does. */
async function give(field: Locator, how: 'paste' | 'drop', files: { name: string; type: string }[]) {
  await field.evaluate(
    (element, { how, files, bytes }) => {
      const data = new DataTransfer();
      for (const { name, type } of files) data.items.add(new File([new Uint8Array(bytes)], name, { type }));
      const options = { bubbles: true, cancelable: true };
      const event =
        how === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data });
      element.dispatchEvent(event);
    },
    { how, files, bytes: [...image] },
  );
}

/** Whether the browser has got an image and shows it. */
const isShown = (shown: Locator) =>
  expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth)).toBe(3);

test('images are chosen, pasted and dropped into a comment, and shown in it', async ({
  signedInPage: desk,
  reports,
}) => {
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  const field = panel.getByRole('textbox', { name: 'Comment', exact: true });
  const chooser = desk.waitForEvent('filechooser');
  await panel.getByRole('button', { name: 'Attach images' }).click();
  await (await chooser).setFiles([png]);
  await expect(field).toHaveValue(/^!\[cart\.png\]\(image:\d+\)\n$/);
  await field.press('End');
  await field.pressSequentially('After the first. ');
  await give(field, 'paste', [{ name: 'pasted.png', type: 'image/png' }]);
  await expect(field).toHaveValue(/After the first\. \n!\[pasted\.png\]\(image:\d+\)\n$/);
  await give(field, 'drop', [{ name: 'a [b].png', type: 'image/png' }]);
  await expect(field).toHaveValue(/\n!\[a {1,2}b .png\]\(image:\d+\)\n$/);
  const attached = panel.getByRole('list', { name: 'Images' });
  await expect(attached.getByRole('listitem')).toHaveCount(3);
  await expectNoViolation(desk);
  await panel.getByRole('tab', { name: 'Preview' }).click();
  await isShown(panel.getByRole('tabpanel').getByRole('img', { name: 'pasted.png' }));
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(attached).toBeHidden();
  const comment = panel.getByRole('listitem').filter({ hasText: 'After the first.' });
  await isShown(comment.getByRole('img', { name: 'cart.png' }));
  await expect(comment.getByText('now')).toBeVisible();
  await desk.reload();
  await isShown(comment.getByRole('img', { name: 'pasted.png' }));
  await expect(comment.locator('[data-markdown] img')).toHaveCount(3);

  const small = comment.getByRole('button', { name: 'pasted.png' });
  await small.click();
  const lightbox = desk.getByRole('dialog', { name: 'pasted.png' });
  await isShown(lightbox.getByRole('img'));
  await expectNoViolation(desk);
  await desk.keyboard.press('Escape');
  await expect(lightbox).toHaveCount(0);
  await expect(small).toBeFocused();
  await expect(panel).toBeVisible();
});

test('an image is removed before it is sent, and when the comment is edited', async ({
  signedInPage: desk,
  reports,
}) => {
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  const field = panel.getByRole('textbox', { name: 'Comment', exact: true });
  await field.fill('Look:');
  await give(field, 'paste', [
    { name: 'one.png', type: 'image/png' },
    { name: 'two.png', type: 'image/png' },
  ]);
  await expect(panel.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
  await panel.getByRole('button', { name: 'Remove one.png' }).click();
  await expect(field).toHaveValue(/^Look:\n!\[two\.png\]\(image:\d+\)\n$/);
  await field.press('Control+Enter');
  const comment = panel.getByRole('listitem').filter({ hasText: 'Look:' });
  await isShown(comment.getByRole('img', { name: 'two.png' }));
  await comment.getByRole('button', { name: 'Edit' }).click();
  const editor = panel.getByRole('textbox', { name: 'Edit comment' });
  await give(editor, 'drop', [{ name: 'three.png', type: 'image/png' }]);
  await panel.getByRole('button', { name: 'Remove two.png' }).click();
  await expect(panel.getByRole('button', { name: 'Remove three.png' })).toBeVisible();
  await panel.getByRole('button', { name: 'Save' }).click();
  await isShown(comment.getByRole('img', { name: 'three.png' }));
  await expect(comment.getByRole('img', { name: 'two.png' })).toHaveCount(0);
});

test('a draft keeps its images across a reload', async ({ signedInPage: desk, reports }) => {
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  const field = panel.getByRole('textbox', { name: 'Comment', exact: true });
  await give(field, 'paste', [{ name: 'kept.png', type: 'image/png' }]);
  await expect(field).toHaveValue(/kept\.png/);
  await desk.reload();
  await expect(field).toHaveValue(/kept\.png/);
  await isShown(panel.getByRole('list', { name: 'Images' }).locator('img'));
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await isShown(panel.getByRole('listitem').getByRole('img', { name: 'kept.png' }));
});

test('an image that is too large is made smaller', async ({ signedInPage: desk, reports }) => {
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  const field = panel.getByRole('textbox', { name: 'Comment', exact: true });
  await field.evaluate(async (element) => {
    // Noise, which no format makes small: more than 2 MB as a PNG.
    const canvas = new OffscreenCanvas(1_000, 1_000);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    const pixels = context.createImageData(1_000, 1_000);
    for (let at = 0; at < pixels.data.length; at += 4) {
      const noise = Math.imul(at + 1, 2_654_435_761) >>> 0;
      pixels.data.set([noise >>> 24, noise >>> 16, noise >>> 8, 255], at);
    }
    context.putImageData(pixels, 0, 0);
    const data = new DataTransfer();
    data.items.add(new File([await canvas.convertToBlob()], 'large.png', { type: 'image/png' }));
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
  });
  await expect(field).toHaveValue(/^!\[large\.png\]\(image:\d+\)\n$/);
  await field.press('Control+Enter');
  const shown = panel.getByRole('listitem').getByRole('img', { name: 'large.png' });
  await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100);
});

test('what cannot be uploaded says why, and the text stays', async ({
  signedInPage: desk,
  reports,
  problems,
}) => {
  problems.allow(/status of 500/);
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  const field = panel.getByRole('textbox', { name: 'Comment', exact: true });
  await field.fill('My text');
  await give(field, 'drop', [{ name: 'notes.txt', type: 'text/plain' }]);
  await expect(panel.getByRole('alert').filter({ hasText: 'Only PNG, JPEG and WebP' })).toBeVisible();
  await panel.getByRole('button', { name: 'Dismiss notes.txt' }).click();
  await expect(panel.getByText('notes.txt')).toBeHidden();
  await desk.route('**/api/v1/uploads/*', (route) => route.fulfill({ status: 500 }));
  await give(field, 'drop', [{ name: 'lost.png', type: 'image/png' }]);
  await expect(panel.getByRole('alert').filter({ hasText: 'The image was rejected' })).toBeVisible();
  await expect(field).toHaveValue('My text');
  await expectNoViolation(desk);
  await panel.getByRole('button', { name: 'Dismiss lost.png' }).click();
  await desk.unroute('**/api/v1/uploads/*');
  const eleven = Array.from({ length: 11 }, (_, nth) => ({ name: `${nth}.png`, type: 'image/png' }));
  await give(field, 'drop', eleven);
  await expect(panel.getByRole('alert').filter({ hasText: 'at most 10 images' })).toHaveCount(1);
  await expect(panel.getByRole('button', { name: /^Remove/ })).toHaveCount(10);
});

test('while an image is uploaded, its progress shows and the comment waits', async ({
  signedInPage: desk,
  reports,
}) => {
  const id = await reports.send();
  const panel = await openBugPage(desk, id);
  const field = panel.getByRole('textbox', { name: 'Comment', exact: true });
  await field.fill('Wait for it');
  let go = () => {};
  const mayGo = new Promise<void>((resolve) => {
    go = resolve;
  });
  await desk.route('**/api/v1/uploads/*', async (route) => {
    await mayGo;
    await route.continue();
  });
  await give(field, 'drop', [
    { name: 'slow.png', type: 'image/png' },
    { name: 'unwanted.png', type: 'image/png' },
  ]);
  await expect(panel.getByRole('progressbar', { name: 'Uploading slow.png' })).toBeVisible();
  await panel.getByRole('button', { name: 'Cancel upload of unwanted.png' }).click();
  await field.press('Control+Enter');
  await expect(field).toHaveValue('Wait for it');
  go();
  await expect(field).toHaveValue(/^Wait for it\n!\[slow\.png\]\(image:\d+\)\n$/);
  await field.press('Control+Enter');
  await isShown(panel.getByRole('listitem').getByRole('img', { name: 'slow.png' }));
});
