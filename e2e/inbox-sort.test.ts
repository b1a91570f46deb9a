import type { Page } from '@playwright/test';
import { createProject, unwrap } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { openInbox, row, typeInMenu } from './inbox.ts';

const titles = (page: Page) => page.getByRole('row').allInnerTexts();
const firstTitle = (page: Page) => page.getByRole('row').first();

test('a list is sorted with the keyboard, keeps its order in the address and in a saved view', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  await report({ title: 'Oldest of all', severity: 'critical' });
  await report({ title: 'In between', severity: 'low' });
  await report({ title: 'Newest of all', severity: 'high' });
  await openInbox(page, 3);
  await expect(firstTitle(page)).toContainText('Newest of all');

  await page.keyboard.press('o');
  await typeInMenu(page, 'oldest');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?sort=oldest');
  await expect(firstTitle(page)).toContainText('Oldest of all');
  await expect(page.getByRole('link', { name: /^Inbox/ })).toHaveAttribute('aria-current', 'page');

  await page.getByRole('button', { name: 'Sort: Oldest first' }).click();
  await page.getByRole('option', { name: 'Most severe first' }).click();
  await expect(page).toHaveURL('/?sort=severity');
  await expect(page.getByRole('row').nth(1)).toContainText('Newest of all');
  await page.reload();
  await expect(firstTitle(page)).toContainText('Oldest of all');

  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('By severity');
  await page.keyboard.press('Enter');
  const view = page.getByRole('link', { name: /By severity/ });
  await expect(view).toBeVisible();
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expect(page).toHaveURL('/');
  await view.click();
  await expect(page).toHaveURL('/?sort=severity');
});

test('in another order nothing moves by itself, and what is new waits', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  const first = await report({ title: 'First' });
  await report({ title: 'Second' });
  await openInbox(page, 2, '/?sort=updated');
  await expect(firstTitle(page)).toContainText('Second');

  const path = { bug_id: first };
  unwrap(
    await account.api.PATCH('/api/v1/bugs-admin/{bug_id}', { params: { path }, body: { severity: 'high' } }),
  );
  await expect(row(page, 'First').getByRole('img', { name: 'High' })).toBeVisible();
  await expect(firstTitle(page)).toContainText('Second');

  await report({ title: 'Third' });
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  expect((await titles(page)).map((text) => /First|Second|Third/.exec(text)?.[0])).toEqual([
    'Third',
    'First',
    'Second',
  ]);
});

test('a long list in another order is read on as one scrolls', async ({ signedInPage: page, account }) => {
  // Of one project, no more than 60 a minute are taken.
  const [one, other] = [await createProject(account), await createProject(account, 'App')];
  for (let number = 1; number <= 90; number++)
    await (number <= 45 ? one : other).report({ title: `Report ${number}.` });
  await page.goto('/?sort=oldest');
  await expect(firstTitle(page)).toContainText('Report 1.');
  await expect(async () => {
    for (let step = 0; step < 20; step++) await page.keyboard.press('j');
    await expect(row(page, 'Report 90.')).toBeVisible({ timeout: 100 });
  }).toPass();
});

test('bugs are filtered by browser and by operating system', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
  const agent = (rest: string) => `Mozilla/5.0 (${rest}`;
  await report({
    title: 'With Firefox',
    user_agent: agent('X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
  });
  await report({
    title: 'With Chrome',
    user_agent: agent(
      'Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    ),
  });
  await openInbox(page, 2);
  await page.keyboard.press('f');
  await typeInMenu(page, 'browser');
  await page.keyboard.press('Enter');
  await page.keyboard.type('fire');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?browser=Firefox');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(row(page, 'With Firefox')).toBeVisible();
  await openInbox(page, 1, '/?os=Windows');
  await expect(row(page, 'With Chrome')).toBeVisible();
});

test('more bugs than are counted are shown as 10,000+, and cannot be selected all', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (const title of ['First', 'Second']) await report({ title });
  const capped = { total: 10_000, total_capped: true };
  await page.route(/\/api\/v1\/bugs-admin(\?|\/counts$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const json = body.counts
      ? { counts: body.counts.map((count: object) => ({ ...count, ...capped })) }
      : { ...body, ...capped };
    await route.fulfill({ response, json });
  });
  await page.goto('/');
  await expect(page.getByRole('main').getByText('10,000+')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText('10,000+');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected bugs' });
  await expect(bar).toContainText('Too many matches to select all');
  await expect(bar.getByRole('button', { name: /Select all/ })).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
