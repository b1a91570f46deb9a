import { readFile } from 'node:fs/promises';
import { createProject } from './accounts.ts';
import { expect, expectNoViolation, test } from './fixtures.ts';
import { cursor, openInbox, row, toast, typeInMenu } from './inbox.ts';

test('all that match is a second step; one bulk change, one undo', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (let number = 1; number <= 12; number++) await report({ title: `Report ${number}.` });
  await openInbox(page, 12);

  await page.keyboard.press('j');
  await page.keyboard.press('x');
  const bar = page.getByRole('toolbar', { name: 'Selected bugs' });
  await expect(bar).toContainText('1 selected');
  await row(page, 'Report 9.').click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('4 selected');
  await bar.getByRole('button', { name: 'Select all 12 matching' }).click();
  await expect(bar).toContainText('All 12 matching');
  await row(page, 'Report 7.').hover();
  await row(page, 'Report 7.').getByRole('checkbox').click();
  await expect(bar).toContainText('11 selected');

  await bar.getByRole('button', { name: 'Resolve' }).click();
  await expect(toast(page, 'Resolved 11 bugs')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByRole('img', { name: 'Resolved' })).toHaveCount(11);
  await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText('1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Open', exact: true })).toHaveCount(12);
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(12);
});

test('a selection belongs to its filter, and Escape leaves one layer at a time', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
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
  await page.getByRole('button', { name: 'Remove filter Status' }).click();
  await expect(page).toHaveURL('/?status=any');
  await expect(bar).toBeHidden();
});

test('deleting asks first, and what was deleted is gone', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
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
  const { report } = await createProject(account);
  await report({ title: 'Stays open' });
  await openInbox(page, 1);
  await page.route('**/api/v1/bugs-admin/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(toast(page, /Could not change #\d+: the service is unreachable/)).toBeVisible();
  await expect(row(page, 'Stays open').getByRole('img', { name: 'Open' })).toBeVisible();
});

test('what a filter lists is exported as a file', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
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

test('a change of more than 50 bugs that match asks once, with the number', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (let number = 1; number <= 52; number++) await report({ title: `Report ${number}.` });
  await page.goto('/');
  await expect(row(page, 'Report 52.')).toBeVisible();
  const bar = page.getByRole('toolbar', { name: 'Selected bugs' });
  const selectAll = async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await bar.getByRole('button', { name: 'Select all 52 matching' }).click();
  };

  await selectAll();
  await page.keyboard.press('e');
  const question = page.getByRole('dialog', { name: 'Resolve 52 bugs?' });
  await expect(question.getByRole('button', { name: 'Resolve' })).toBeFocused();
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(bar).toContainText('All 52 matching');
  await expect(page.getByRole('img', { name: 'Resolved' })).toHaveCount(0);

  await page.keyboard.press('p');
  await typeInMenu(page, 'crit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Set severity of 52 bugs to critical?' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Set severity of 52 bugs to critical')).toBeVisible();
  await expect(row(page, 'Report 52.').getByRole('img', { name: 'Critical' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 52 bugs?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Deleted 52 bugs')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No reports yet' })).toBeVisible();
});

test('the bulk bar never clips: what has no room is in its menu', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
  for (let number = 1; number <= 3; number++) await report({ title: `Report ${number}.` });
  await openInbox(page, 3);
  await row(page, 'Report 3.').click();
  await row(page, 'Report 2.').hover();
  await row(page, 'Report 2.').getByRole('checkbox').click();
  const bar = page.getByRole('toolbar', { name: 'Selected bugs' });
  await expect(bar.getByRole('button', { name: 'Select all 3 matching' })).toBeVisible();
  const more = bar.getByRole('button', { name: 'More' });
  for (const width of [1440, 1280, 1100, 1001]) {
    await page.setViewportSize({ width, height: 800 });
    const list = await page.getByRole('main').boundingBox();
    const names: string[] = [];
    for (const button of await bar.getByRole('button').all()) {
      const box = await button.boundingBox();
      const name = `${await button.innerText()} at ${width} px`;
      names.push(name);
      expect(box?.x, name).toBeGreaterThanOrEqual(list?.x ?? 0);
      expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(
        (list?.x ?? 0) + (list?.width ?? 0),
      );
      await expect(button, name).toBeInViewport({ ratio: 1 });
    }
    if (names.some((name) => name.startsWith('Delete'))) continue;
    await more.click();
    await expect(page.getByRole('option', { name: /^Delete/ })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
  await more.click();
  await page.getByRole('option', { name: /^Delete/ }).click();
  await page.getByRole('button', { name: /^Delete #\d+$/ }).click();
  await expect(toast(page, /^Deleted #\d+/)).toBeVisible();
});

test('undo is offered only when something was changed, and says what was undone', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (const title of ['Second', 'First']) await report({ title });
  await openInbox(page, 2);
  const palette = async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await typeInMenu(page, 'undo');
    await expect(page.getByRole('option', { name: /Search bugs for/ })).toBeVisible();
    const offered = await page.getByRole('option', { name: 'Undo last change' }).count();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    return offered;
  };
  const setOpen = async () => {
    await page.keyboard.press('s');
    await typeInMenu(page, 'open');
    await page.keyboard.press('Enter');
  };
  expect(await palette()).toBe(0);
  await page.keyboard.press('j');
  await setOpen();
  await expect(toast(page, /Set #\d+ to open/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+a');
  await setOpen();
  await expect(toast(page, 'Set 2 bugs to open')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(await palette()).toBe(0);

  for (const key of ['e', 'e']) {
    await page.keyboard.press(key);
    await expect(toast(page, /^Resolved #\d+/)).toHaveCount(1);
    await page.keyboard.press('z');
    await expect(toast(page, /^Undone: resolved #\d+$/)).toHaveCount(1);
    await expect(toast(page, /^Resolved #\d+/)).toHaveCount(0);
  }
});
