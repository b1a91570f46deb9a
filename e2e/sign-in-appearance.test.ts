import { expect, expectAccessible, test } from './fixtures.ts';

for (const path of [
  '/login?error=session_lost',
  '/signup',
  '/forgot-password',
  '/reset-password#token=x',
  '/reset-password',
  '/invitation#token=x',
  '/auth/callback',
  '/no/such/page',
  '/projects/1/webhooks',
]) {
  test(`${path} is for everybody, in light and dark, on screens and phones`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading')).toBeVisible();
    await expectAccessible(page);
  });
}
