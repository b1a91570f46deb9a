import { createProject } from './accounts.ts';
import { expect, expectAccessible, expectNoViolation, test } from './fixtures.ts';
import { cursor, openInbox, row, toast } from './inbox.ts';

test('status, severity and assignee of a row are changed where they are shown', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (const title of ['Second', 'First']) await report({ title });
  await openInbox(page, 2);
  const second = row(page, 'Second');

  await second.getByRole('img', { name: 'Medium' }).click();
  await expect(page.getByRole('combobox', { name: /^Severity of #\d+$/ })).toBeFocused();
  await page.getByRole('option', { name: 'Critical' }).click();
  await expect(second.getByRole('img', { name: 'Critical' })).toBeVisible();
  await second.getByRole('img', { name: 'Unassigned' }).click();
  await page.getByRole('option', { name: account.name }).click();
  await expect(second.getByRole('img', { name: account.name })).toBeVisible();
  await second.getByRole('img', { name: 'Open' }).click();
  await page.getByRole('option', { name: 'In progress' }).click();
  await expect(second.getByRole('img', { name: 'In progress' })).toBeVisible();

  // Nothing was opened, and the other row is as it was.
  await expect(page).toHaveURL('/');
  await expect(row(page, 'First').getByRole('img', { name: 'Medium' })).toBeVisible();
  await expect(row(page, 'First').getByRole('img', { name: 'Open' })).toBeVisible();
});

test('a right click opens the actions of a row, of all that are selected, and so does the keyboard', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  const ids: number[] = [];
  for (const title of ['Third', 'Second', 'First']) ids.push(await report({ title }));
  await openInbox(page, 3);
  const menu = (name: string) => page.getByRole('dialog', { name });

  await row(page, 'Second').click({ button: 'right' });
  await expect(menu(`Actions for #${ids[1]}`)).toBeVisible();
  for (const name of ['Select', 'Resolve', 'Set status…', 'Copy link', 'Open full page', 'Delete…'])
    await expect(page.getByRole('option', { name })).toHaveCount(1);
  await expect(page.getByRole('option', { name: /Inbox|Undo|comment/ })).toHaveCount(0);
  await expectNoViolation(page);
  await page.keyboard.type('sever');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: `Severity of #${ids[1]}` })).toBeFocused();
  await page.keyboard.type('low');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Second').getByRole('img', { name: 'Low' })).toBeVisible();
  await expect(cursor(page)).toBeFocused();

  await page.keyboard.press('x');
  await page.keyboard.press('J');
  await row(page, 'Third').click({ button: 'right' });
  await expect(menu('Actions for 2 bugs')).toBeVisible();
  await expect(page.getByRole('option', { name: 'Copy link' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await row(page, 'First').click({ button: 'right' });
  await expect(menu(`Actions for #${ids[2]}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  for (const key of ['ContextMenu', 'Shift+F10']) {
    await expect(cursor(page)).toBeFocused();
    await page.keyboard.press(key);
    await expect(menu(`Actions for #${ids[2]}`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.keyboard.press('ContextMenu');
  await page.getByRole('option', { name: 'Resolve' }).click();
  await expect(toast(page, `Resolved #${ids[2]}`)).toBeVisible();
  await expect(cursor(page)).toContainText('Second');
});

test('rows of a list of several projects say which one they are of', async ({
  signedInPage: page,
  account,
}) => {
  const website = await createProject(account, 'Website');
  await website.report({ title: 'On the website' });
  await openInbox(page, 1);
  await expect(row(page, 'On the website').getByTitle('Website')).toHaveCount(0);

  const app = await createProject(account, 'App');
  await app.report({ title: 'In the app' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await openInbox(page, 2);
  await expect(row(page, 'On the website').getByTitle('Website').getByText('Website')).toBeVisible();
  await expect(row(page, 'In the app').getByTitle('App', { exact: true })).toBeVisible();
  await expectAccessible(page);

  // Without room for the name there is still its colour, and the name for whoever points at it or listens.
  await expect(row(page, 'In the app').getByTitle('App', { exact: true })).toBeInViewport();
  await expect(page.getByRole('gridcell', { name: 'App', exact: true })).toHaveCount(1);
  await openInbox(page, 1, `/?project_id=${app.id}`);
  await expect(row(page, 'In the app').getByTitle('App', { exact: true })).toHaveCount(0);
});
