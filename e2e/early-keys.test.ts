import type { Page } from '@playwright/test';
import { aProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { cursor, openInbox, row } from './inbox.ts';

test('keys that are pressed while a menu is still loading are typed into it when it has come', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await aProject(account);
  for (const title of ['Second', 'First']) await report({ title });
  const allow = await holdMenus(page);
  await openInbox(page, 2);
  await page.keyboard.press('j');
  await expect(cursor(page)).toContainText('First');

  // Escape calls it off, and nothing below it is left.
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(cursor(page)).toContainText('Second');

  // What is typed is kept, also what is meant for the list after the menu.
  await page.keyboard.press('p');
  await page.keyboard.type('crot');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('it');
  await page.keyboard.press('Enter');
  await page.keyboard.press('k');
  await expect(cursor(page)).toContainText('Second');
  allow();
  await expect(row(page, 'Second').getByRole('img', { name: 'Critical' })).toBeVisible();
  await expect(row(page, 'First').getByRole('img', { name: 'Medium' })).toBeVisible();
  await expect(cursor(page)).toContainText('First');

  // Places are gone to at once.
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await expect(page).toHaveURL('/?assignee_id=me');
});

test('keys for a menu within a menu that is still loading have their effect, and Escape after them closes it', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await aProject(account);
  await report({ severity: 'critical' });
  await report({ severity: 'low' });
  const allow = await holdMenus(page);
  await openInbox(page, 2);

  await page.keyboard.press('f');
  await page.keyboard.type('sever');
  for (const key of ['Enter', '1', '2', 'Escape']) await page.keyboard.press(key);
  allow();
  await expect(page).toHaveURL('/?severity=high&severity=critical');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(page.getByRole('listbox')).toHaveCount(0);
});

test('Escape closes what has no text as soon as it has come, also when it was loading', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await aProject(account);
  await report({ title: 'First' });
  const allow = await holdMenus(page);
  await openInbox(page, 1);
  await page.keyboard.press('?');
  allow();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(cursor(page)).toContainText('First');
});

/** Everything that is not part of the first page waits until it is let through by the function that is answered. */
async function holdMenus(page: Page): Promise<() => void> {
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(menus|palette|dialog)-/, async (route) => {
    await isAllowed;
    await route.continue();
  });
  return allow;
}
