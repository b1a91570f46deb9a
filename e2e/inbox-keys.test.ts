import { createProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { cursor, openInbox, row, toast, typeInMenu } from './inbox.ts';

test('keys act on the bug that one looks at, also when it is not in the list', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  const low = await report({ title: 'Not listed', severity: 'low' });
  const high = await report({ title: 'Listed', severity: 'high' });
  const beside = (id: number) => page.getByRole('complementary', { name: `Bug ${id}` });
  await openInbox(page, 1, `/?severity=high&bug=${high}`);
  await expect(cursor(page)).toContainText('Listed');

  await openInbox(page, 1, `/?severity=high&bug=${low}`);
  await row(page, 'Listed').click();
  await expect(beside(high)).toBeVisible();
  await page.goBack();
  await expect(beside(low)).toBeVisible();
  await expect(cursor(page)).toContainText('Listed');
  await page.keyboard.press('e');
  await expect(toast(page, `Resolved #${low}`)).toBeVisible();
  await expect(row(page, 'Listed').getByRole('img', { name: 'Open' })).toBeVisible();
});

test('a held key gives one verdict and answers no question, and in a text keys are for the text', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (const title of ['Third', 'Second', 'First']) await report({ title });
  await openInbox(page, 3);
  await page.keyboard.press('j');
  for (let times = 0; times < 3; times++) await page.keyboard.down('e');
  await page.keyboard.up('e');
  await expect(toast(page, /Resolved #\d+/)).toHaveCount(1);
  await expect(cursor(page)).toContainText('Second');
  await page.keyboard.press('z');
  await expect(toast(page, 'Undone')).toBeVisible();
  await page.keyboard.press('z');
  await expect(toast(page, 'Nothing to undo')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await typeInMenu(page, 'delete');
  await expect(page.getByRole('option', { name: /^Delete/ })).toBeVisible();
  await page.keyboard.down('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row')).toHaveCount(3);

  await page.keyboard.press('/');
  await page.keyboard.type('wrong');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('second');
  await expect(page).toHaveURL('/?search=second');
  await expect(page.getByRole('toolbar', { name: 'Selected bugs' })).toBeHidden();
});

test('Escape closes the drawer before the bug below it', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
  const id = await report({ title: 'Stays open beside' });
  await page.setViewportSize({ width: 900, height: 800 });
  await openInbox(page, 1, `/?bug=${id}`);
  const drawer = page.getByRole('navigation', { name: 'Main navigation' });
  const beside = page.getByRole('complementary', { name: `Bug ${id}` });
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(beside).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(beside).toHaveCount(0);
});

test('a menu or the help that is still loading takes the keys, and Escape calls it off', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (const title of ['Second', 'First']) await report({ title });
  const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(menus|help)-/, async (route) => {
    await isAllowed;
    await route.continue();
  });
  await openInbox(page, 2);
  await page.keyboard.press('j');
  await expect(cursor(page)).toContainText('First');
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(cursor(page)).toContainText('Second');
  const isAsked = page.waitForRequest(/\/assets\/help-/);
  await page.keyboard.press('?');
  await isAsked;
  await page.keyboard.press('k');
  await page.keyboard.press('Escape');
  await page.keyboard.press('k');
  await expect(cursor(page)).toContainText('First');
  await page.keyboard.press('j');

  await page.keyboard.press('p');
  await page.keyboard.press('e');
  await page.keyboard.press('k');
  await expect(cursor(page)).toContainText('Second');
  allow();
  await expect(page.getByRole('combobox', { name: /Severity of/ })).toBeFocused();
  await page.keyboard.type('crit');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Second').getByRole('img', { name: 'Critical' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Resolved' })).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0);
});

test('a menu opened by keys that were pressed before the actions loaded gives the focus back to the row', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  await report();
  const { promise: keysArePressed, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/all-*.js', async (route) => {
    await keysArePressed;
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('row')).toHaveCount(1);
  for (const key of ['j', 'x', 's']) await page.keyboard.press(key);
  resolve();
  await expect(page.getByRole('combobox', { name: /Status of/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(cursor(page)).toBeFocused();
});
