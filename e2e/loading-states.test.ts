import { createProject } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openInbox, row } from './inbox.ts';

test('while a list or a bug loads its place is shown, and what does not come can be tried again', async ({
  signedInPage: page,
  account,
  problems,
}) => {
  problems.allow(/status of 500|ERR_FAILED|dynamically imported module/);
  const { report } = await createProject(account);
  const id = await report({ title: 'It comes late' });
  const lists = /\/api\/v1\/bugs-admin(\?|$)/;
  const bugs = /\/api\/v1\/bugs-admin\/\d+$/;
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route(lists, async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('status', { name: 'Loading list' })).toBeVisible();
  await expectAccessible(page);
  allow();
  await expect(row(page, 'It comes late')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading list' })).toHaveCount(0);
  await page.unroute(lists);

  const broken = { status: 500, contentType: 'application/json', body: '{"detail":"Internal"}' };
  await page.route(lists, (route) => route.fulfill(broken));
  await page.route(bugs, (route) => route.fulfill(broken));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Could not load the list' })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Retry' }).click();
  await row(page, 'It comes late').click();
  await expect(page.getByRole('heading', { name: 'Could not load the bug' })).toBeVisible();
  await page.unroute(bugs);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'It comes late' })).toBeVisible();

  // A part of the page that does not come takes nothing else down, and Escape leaves its place.
  await page.route(/\/assets\/panel-/, (route) => route.abort());
  await openInbox(page, 1, `/?bug=${id}`);
  await expect(page.getByRole('heading', { name: 'Could not load this' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/');
  await page.keyboard.press('j');
  await expect(page.locator('[role="row"][data-cursor]')).toContainText('It comes late');
});
