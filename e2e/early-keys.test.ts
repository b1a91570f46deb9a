import { aProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { cursor, openInbox, row } from './inbox.ts';

test('keys that are pressed while a menu is still loading are typed into it when it has come', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await aProject(account);
  for (const title of ['Second', 'First']) await report({ title });
  // Everything that is not part of the first page waits until it is let through.
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(menus|palette|dialog)-/, async (route) => {
    await isAllowed;
    await route.continue();
  });
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
