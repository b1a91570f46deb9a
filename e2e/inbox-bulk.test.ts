import { readFile } from 'node:fs/promises';
import { aProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { cursor, openInbox, row, toast } from './inbox.ts';

test('a selection belongs to its filter, and Escape leaves one layer at a time', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await aProject(account);
  await report({ title: 'First' });
  await report({ title: 'Second' });
  await openInbox(page, 2);
  const bar = page.getByRole('toolbar', { name: 'Selected bugs' });
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('s');
  await expect(page.getByRole('combobox', { name: /Status of/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar).toBeVisible();
  await expect(cursor(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();
  await page.keyboard.press('x');
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter Status' }).click();
  await expect(page).toHaveURL('/?status=any');
  await expect(bar).toBeHidden();
});

test('deleting asks first, and what was deleted is gone', async ({ signedInPage: page, account }) => {
  const { report } = await aProject(account);
  for (const title of ['Stays', 'Goes', 'Goes, too']) await report({ title });
  await openInbox(page, 3);
  await page.keyboard.press('j');
  await page.keyboard.press('J');
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete 2 bugs?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete 2 bugs' }).click();
  await expect(toast(page, 'Deleted 2 bugs')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(1);
});

test('a change that fails is put back, and one is told why', async ({
  signedInPage: page,
  account,
  problems,
}) => {
  problems.allow(/net::ERR_FAILED/);
  const { report } = await aProject(account);
  await report({ title: 'Stays open' });
  await openInbox(page, 1);
  await page.route('**/api/v1/bugs-admin/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(toast(page, /Could not change #\d+: the service cannot be reached/)).toBeVisible();
  await expect(row(page, 'Stays open').getByRole('img', { name: 'Open' })).toBeVisible();
});

test('what a filter lists is exported as a file', async ({ signedInPage: page, account }) => {
  const { report } = await aProject(account);
  await report({ title: 'In the file', severity: 'high' });
  await report({ title: 'Not in it', severity: 'low' });
  await openInbox(page, 1, '/?severity=high');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('In the file');
  expect(text).not.toContain('Not in it');
});
