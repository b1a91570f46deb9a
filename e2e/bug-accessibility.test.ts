import { openBugPage, test } from './bug-view.ts';
import { expect, expectAccessible } from './fixtures.ts';

test('the bug view has no barriers, nor has what opens from it', async ({ signedInPage: page, reports }) => {
  test.slow();
  const id = await reports.sendWithImage({
    stack_trace: 'TypeError: x\n    at a (https://x.example/a.js:1:1)\n    at b (/node_modules/b.js:1:1)',
    extra: { cart: { items: [1, 'two', null] } },
    url: 'https://shop.example.com/pay',
  });
  await reports.comment(id, 'See https://example.com');
  const panel = await openBugPage(page, id);
  await expect(panel.getByText('See https://example.com')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('m');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: /Screenshot/ }).click();
  await expect(page.getByRole('dialog', { name: /Screenshot/ })).toBeVisible();
  await expectAccessible(page);
});
