import { createProject } from './accounts.ts';
import { expect, expectNoViolation, test } from './fixtures.ts';
import { openInbox } from './inbox.ts';

test('the bug beside the list is made wider and narrower, and stays so', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  const id = await report({ title: 'Open beside' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openInbox(page, 1, `/?bug=${id}`);
  const panel = page.getByRole('complementary', { name: `Bug ${id}` });
  const separator = page.getByRole('separator', { name: 'Panel width' });
  const width = async () => (await panel.boundingBox())?.width ?? 0;
  await expect(separator).toBeAttached();
  const usual = await width();

  const edge = await separator.boundingBox();
  const at = { x: (edge?.x ?? 0) + 5, y: 300 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x - 60, at.y);
  await page.mouse.move(at.x - 120, at.y);
  await page.mouse.up();
  expect(Math.abs((await width()) - usual - 120)).toBeLessThan(8);
  const dragged = await width();
  await page.reload();
  await expect(separator).toHaveAttribute('aria-valuenow', String(Math.round(dragged)));
  expect(await width()).toBe(dragged);
  await expectNoViolation(page);

  await separator.focus();
  await page.keyboard.press('ArrowRight');
  await expect(separator).toHaveAttribute('aria-valuenow', String(dragged - 24));
  await page.keyboard.press('ArrowLeft');
  await expect(separator).toHaveAttribute('aria-valuenow', String(dragged));
  await page.keyboard.press('Home');
  await expect(separator).toHaveAttribute('aria-valuenow', '360');
  await page.keyboard.press('End');
  const widest = await separator.getAttribute('aria-valuemax');
  await expect(separator).toHaveAttribute('aria-valuenow', String(widest));
  expect((await page.getByRole('main').boundingBox())?.width).toBeGreaterThanOrEqual(350);

  // On a smaller screen it takes no more than there is, and below that it lies over the list.
  await page.setViewportSize({ width: 1100, height: 900 });
  expect((await page.getByRole('main').boundingBox())?.width).toBeGreaterThanOrEqual(350);
  await page.setViewportSize({ width: 900, height: 900 });
  await expect(separator).toBeHidden();
  expect(await width()).toBe(560);

  await page.setViewportSize({ width: 1440, height: 900 });
  await separator.dblclick();
  await expect.poll(width).toBe(usual);
});
