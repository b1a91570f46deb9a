import type { Page } from '@playwright/test';
import { openBugPage, test } from './bug-view.ts';
import { expect } from './fixtures.ts';

/** A PNG of this size, such as a browser makes. */
async function aPicture(page: Page, width: number, height: number): Promise<Buffer> {
  await page.setViewportSize({ width, height });
  return page.screenshot();
}

const preview = (page: Page) => page.getByRole('button', { name: /Screenshot/ });
const viewer = (page: Page) => page.getByRole('dialog', { name: /Screenshot/ });
const imageWidth = (page: Page) =>
  viewer(page)
    .getByRole('img')
    .evaluate((image) => image.getBoundingClientRect().width);

test('a screenshot is at most 320 px high and never larger than it is', async ({
  signedInPage: page,
  reports,
}) => {
  const large = await reports.sendWithImage({}, await aPicture(page, 1280, 800));
  const phone = await reports.sendWithImage({}, await aPicture(page, 390, 844));
  const tiny = await reports.sendWithImage();
  const sizeAt = async (id: number, width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await openBugPage(page, id);
    await expect(preview(page)).toHaveAttribute('aria-busy', 'false');
    const box = await preview(page).getByRole('img').boundingBox();
    return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)];
  };
  expect(await sizeAt(large, 1440)).toEqual([509, 318]);
  const [width = 0, height = 0] = await sizeAt(large, 390);
  expect(width).toBeLessThanOrEqual(358);
  expect(width / height).toBeCloseTo(1.6, 1);
  expect(await sizeAt(phone, 1440)).toEqual([147, 318]);
  expect(await sizeAt(tiny, 1440)).toEqual([3, 2]);
});

test('a screenshot is enlarged with keys, and left with Escape', async ({ signedInPage: page, reports }) => {
  const id = await reports.sendWithImage({}, await aPicture(page, 1600, 1000));
  await page.setViewportSize({ width: 800, height: 600 });
  await openBugPage(page, id);
  await expect(preview(page)).toHaveAttribute('aria-busy', 'false');
  await preview(page).focus();
  await page.keyboard.press('Enter');
  await expect(viewer(page).getByRole('button', { name: /Fit/ })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => imageWidth(page)).toBeCloseTo(800, -1);
  await page.keyboard.press('Enter');
  await expect(viewer(page).getByText('1600 × 1000, 100 %')).toBeVisible();
  expect(await imageWidth(page)).toBe(1600);
  await page.keyboard.press('+');
  await expect(viewer(page).getByText('125 %')).toBeVisible();
  await page.keyboard.press('-');
  await page.keyboard.press('-');
  await expect(viewer(page).getByText('80 %')).toBeVisible();
  await page.keyboard.press('0');
  await expect(viewer(page).getByRole('button', { name: /Fit/ })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(preview(page)).toBeFocused();
});

test('a screenshot is enlarged by the wheel where the pointer is, and dragged', async ({
  signedInPage: page,
  reports,
}) => {
  const id = await reports.sendWithImage({}, await aPicture(page, 1600, 1000));
  await page.setViewportSize({ width: 800, height: 600 });
  await openBugPage(page, id);
  await preview(page).click();
  await expect.poll(() => imageWidth(page)).toBeCloseTo(800, -1);
  const image = viewer(page).getByRole('img');
  const before = await image.boundingBox();
  if (!before) throw new Error('The image is not shown');
  const pointer = { x: before.x + before.width * 0.75, y: before.y + before.height / 2 };
  await page.mouse.move(pointer.x, pointer.y);
  await page.mouse.wheel(0, -400);
  await expect.poll(() => imageWidth(page)).toBeGreaterThan(2_000);
  const after = await image.boundingBox();
  if (!after) throw new Error('The image is not shown');
  expect((pointer.x - after.x) / after.width).toBeCloseTo(0.75, 1);

  await page.mouse.down();
  await page.mouse.move(pointer.x - 100, pointer.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await image.boundingBox())?.x).toBeCloseTo(after.x - 100, -1);
  expect(await imageWidth(page), 'a drag is no press').toBeGreaterThan(2_000);

  await image.click();
  await expect.poll(() => imageWidth(page)).toBeCloseTo(800, -1);
});
