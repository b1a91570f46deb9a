import { type Account, createProject, unwrap } from './accounts.ts';
import { expect, expectNoViolation, test } from './fixtures.ts';
import { openInbox, row, typeInMenu } from './inbox.ts';

/** Resolves a bug, which the inbox does not list any more. */
async function resolve({ api }: Account, bug_id: number): Promise<void> {
  const params = { path: { bug_id } };
  unwrap(await api.PATCH('/api/v1/bugs-admin/{bug_id}', { params, body: { status: 'resolved' } }));
}

test('the palette finds bugs by number and by title, whatever their status', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  const done = await report({ title: 'Voucher is refused' });
  await resolve(account, done);
  await report({ title: 'Footer overlaps' });
  await openInbox(page, 1);
  const bugs = page.getByRole('group', { name: 'Bugs' });

  for (const typed of [String(done), `#${done}`]) {
    await page.keyboard.press('ControlOrMeta+k');
    await typeInMenu(page, typed);
    await expect(bugs.getByRole('option', { name: `#${done} Voucher is refused` })).toBeVisible();
    await expect(page.getByRole('option').first()).toContainText('Voucher is refused');
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('ControlOrMeta+k');
  await typeInMenu(page, 'voucher is');
  await expect(bugs.getByRole('option', { name: /Voucher is refused/ })).toBeVisible();
  await expectNoViolation(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/bugs/${done}`);
  await expect(page.getByRole('heading', { name: 'Voucher is refused' })).toBeVisible();
});

test('bugs that were opened last are at hand until one signs out', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  const id = await report({ title: 'Opened before' });
  await report({ title: 'Never opened' });
  await openInbox(page, 2);
  await row(page, 'Opened before').click();
  await expect(page.getByRole('heading', { name: 'Opened before' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+k');
  const recent = page.getByRole('group', { name: 'Recent bugs' });
  await expect(recent.getByRole('option')).toHaveText([`#${id} Opened before`]);
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('skep.recent'))).toBeNull();
});

test('the palette finds people, labels, views account menu', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
  await report({ title: 'Plain' });
  await report({ title: 'Labelled' });
  const inTeam = { params: { path: { team_id: account.teamId } } };
  const { api } = account;
  const body = { name: 'checkout', color: '#0D9488' };
  const label = unwrap(await api.POST('/api/v1/teams/{team_id}/labels', { ...inTeam, body }));
  unwrap(
    await api.POST('/api/v1/teams/{team_id}/saved-views', {
      ...inTeam,
      body: { name: 'Worst first', filters: { severity: ['critical'] } },
    }),
  );
  await openInbox(page, 2);
  await page.keyboard.press('j');
  await page.keyboard.press('l');
  await typeInMenu(page, 'checkout');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(row(page, 'Labelled')).toContainText('checkout');

  const find = async (typed: string, group: string, name: string | RegExp) => {
    await page.keyboard.press('ControlOrMeta+k');
    await typeInMenu(page, typed);
    await page.getByRole('group', { name: group }).getByRole('option', { name }).click();
  };
  await find('label check', 'Labels', 'checkout');
  await expect(page).toHaveURL(`/?label_id=${label.id}`);
  await expect(page.getByRole('row')).toHaveCount(1);
  await find('lovelace', 'People', /Assigned to Ada Lovelace/);
  await expect(page).toHaveURL(`/?assignee_id=${account.id}`);
  await find('worst', 'Navigation', 'Worst first');
  await expect(page).toHaveURL(/severity=critical/);
  await find('password', 'Go to', 'Account settings');
  await expect(page).toHaveURL('/me/settings');
});

test('the search field finds a bug by its number', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
  const id = await report({ title: 'The one' });
  await report({ title: 'Another' });
  await openInbox(page, 2);
  for (const typed of [String(id), `#${id}`]) {
    await page.keyboard.press('/');
    await page.keyboard.type(typed);
    await expect(page).toHaveURL(`/?search=${encodeURIComponent(typed)}`);
    await expect(row(page, 'The one')).toBeVisible();
    await expect(row(page, 'Another')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.keyboard.press('Escape');
  }
});
