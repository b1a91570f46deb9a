import { linkIn } from '../apps/server/test/mail-server.ts';
import { createProject, randomEmail, unwrap, verifyEmail } from './accounts.ts';
import { expect, expectAccessible, expectNoViolation, test } from './fixtures.ts';
import { row, toast } from './inbox.ts';
import { line, patiently, section, waitUntilLive } from './settings.ts';

test('a team is renamed, somebody is invited, joins, is seen by others at once and removed again', async ({
  signedInPage: page,
  account,
  createAccount,
  openBrowser,
  service,
}) => {
  test.slow();
  await verifyEmail(service, account);
  const team = account.teamId;
  const other = await openBrowser(account);
  await other.goto(`/teams/${team}/members`);
  await waitUntilLive(other);
  await page.goto(`/teams/${team}/settings`);
  await expect(section(page, 'Team')).toBeVisible(patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await section(page, 'Team').getByLabel('Slug').fill('No spaces');
  await section(page, 'Team').getByRole('button', { name: 'Save' }).click();
  await expect(section(page, 'Team').getByLabel('Slug')).toHaveAccessibleDescription(/hyphens/);
  await section(page, 'Team').getByLabel('Slug').fill(`bees-${team}`);
  await section(page, 'Team').getByLabel('Name', { exact: true }).fill('Bees');
  await section(page, 'Team').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'Bees' })).toBeVisible(patiently);

  const { report } = await createProject(account);
  await report({ reporter_email: 'mia@example.com' });
  await section(page, 'Delete reporter data').getByLabel('Reporter’s email').fill('mia@example.com');
  await section(page, 'Delete reporter data').getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete reporter data' }).click();
  await expect(toast(page, 'Deleted reporter data on 1 bug')).toBeVisible(patiently);

  await page.getByRole('link', { name: 'Members' }).click();
  const email = randomEmail();
  const invitations = section(page, 'Invitations');
  await invitations.getByLabel('Email').fill(email);
  await invitations.getByRole('button', { name: 'Invite' }).click();
  await expect(line(page, email)).toBeVisible(patiently);
  await expect(line(other, email)).toBeVisible(patiently);
  const dead = linkIn(await service.mailbox.next(email));
  await invitations.getByRole('button', { name: /^Resend invitation/ }).click();
  await expect(toast(page, /Invitation resent/)).toBeVisible(patiently);
  const link = linkIn(await service.mailbox.next(email));
  expect(link).not.toBe(dead);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  const grace = await createAccount({ name: 'Grace Hopper', email });
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';
  unwrap(await grace.api.POST('/api/v1/invitations/accept', { body: { token } }));
  await expect(line(page, 'Grace Hopper')).toBeVisible(patiently);
  await expect(line(other, 'Grace Hopper')).toBeVisible(patiently);
  await expect(invitations.getByText('No pending invitations')).toBeVisible(patiently);

  const hers = await openBrowser(grace);
  await hers.goto(`/teams/${team}/members`);
  await expect(line(hers, 'Grace Hopper')).toBeVisible(patiently);
  await waitUntilLive(hers);
  await line(page, 'Grace Hopper')
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
  await expect(line(other, 'Grace Hopper')).toHaveCount(0, patiently);
  await expect(line(page, 'Grace Hopper')).toHaveCount(0, patiently);
  // Whoever is removed loses sight of the team in windows that are open.
  await expect(hers.getByRole('heading', { name: 'Team not found' })).toBeVisible(patiently);

  await invitations.getByLabel('Email').fill(randomEmail());
  await invitations.getByRole('button', { name: 'Invite' }).click();
  await invitations.getByRole('button', { name: /^Revoke invitation/ }).click();
  await expect(invitations.getByText('No pending invitations')).toBeVisible(patiently);
});

test('labels are made, renamed, recoloured, counted, merged and deleted', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  const bug_id = await report({ title: 'Labelled' });
  await page.goto(`/teams/${account.teamId}/labels`);
  const made = section(page, 'New label');
  for (const name of ['checkout', 'check-out']) {
    await made.getByLabel('Name').fill(name);
    await made.getByLabel('Color').fill('#0d9488');
    await made.getByRole('button', { name: 'Create label' }).click();
    await expect(page.getByRole('list', { name: 'Labels' }).getByText(name, { exact: true })).toBeVisible(
      patiently,
    );
  }
  const { items } = unwrap(
    await account.api.GET('/api/v1/teams/{team_id}/labels', {
      params: { path: { team_id: account.teamId } },
    }),
  );
  const twin = items.find(({ name }) => name === 'check-out');
  const path = { bug_id, label_id: twin?.id ?? 0 };
  unwrap(await account.api.POST('/api/v1/bugs-admin/{bug_id}/labels/{label_id}', { params: { path } }));
  await page.reload();
  await expect(line(page, 'check-out')).toContainText('1 bug', patiently);
  await made.getByLabel('Name').fill('CHECKOUT');
  await made.getByRole('button', { name: 'Create label' }).click();
  await expect(made.getByRole('alert').or(made.locator('[aria-invalid=true]')).first()).toBeVisible(
    patiently,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  // What is typed is lost neither with the page nor with the tab, unless one says so.
  const members = page.getByRole('link', { name: 'Members' });
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await members.click();
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await expectNoViolation(page);
  await page.keyboard.press('Escape');
  await expect(members).toBeFocused();
  const closing = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await closing).type()).toBe('beforeunload');
  await (await closing).dismiss();
  await expect(made.getByLabel('Name')).toHaveValue('CHECKOUT');
  await members.click();
  await question.getByRole('button', { name: 'Discard', exact: true }).click();

  const merge = () =>
    line(page, 'check-out')
      .getByRole('button', { name: /^Merge/ })
      .click();
  // A question does not outlive its page.
  await page.getByRole('link', { name: 'Labels' }).click();
  await merge();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goForward();
  await merge();
  await page.getByRole('dialog').getByRole('button', { name: 'Merge labels' }).click();
  await expect(page.getByRole('dialog').getByText('Select a label.')).toBeVisible();
  await expectNoViolation(page);
  await page.getByLabel('Merge into').selectOption({ label: 'checkout' });
  await page.getByRole('dialog').getByRole('button', { name: 'Merge labels' }).click();
  await expect(line(page, 'check-out')).toHaveCount(0, patiently);
  await line(page, 'checkout').getByRole('link', { name: '1 bug' }).click();
  await expect(row(page, 'Labelled')).toBeVisible(patiently);
  await page.goBack();

  await line(page, 'checkout').getByRole('button', { name: /^Edit/ }).click();
  await line(page, 'checkout').getByLabel('Name').fill('payment');
  await line(page, 'checkout').getByRole('button', { name: 'Save' }).click();
  await expect(line(page, 'payment')).toBeVisible(patiently);
  await line(page, 'payment')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete label' }).click();
  await expect(page.getByText('No labels yet')).toBeVisible(patiently);
});

test('the numbers follow what happens, can be gone along with the keyboard, and lead to their lists', async ({
  signedInPage: page,
  account,
}) => {
  const { report, id } = await createProject(account, 'Website');
  await createProject(account, 'Quiet');
  await report({ title: 'Bad', severity: 'critical' });
  const done = await report({ title: 'Done' });
  await page.goto('/');
  await expect(row(page, 'Bad')).toBeVisible(patiently);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(`/teams/${account.teamId}/stats`, patiently);
  const open = page.getByRole('link', { name: 'Open' }).first();
  await expect(open).toContainText('2', patiently);
  // It stands in one place of the navigation.
  await expect(page.getByRole('link', { name: 'Stats' })).toHaveCount(1);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await waitUntilLive(page);
  const path = { bug_id: done };
  unwrap(
    await account.api.PATCH('/api/v1/bugs-admin/{bug_id}', {
      params: { path },
      body: { status: 'resolved' },
    }),
  );
  await expect(open).toContainText('1', patiently);
  const day = page.getByRole('slider', { name: 'Day' });
  await expect(day).toHaveAttribute('aria-valuetext', /2 created, 1 resolved/, patiently);
  await day.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(day).toHaveAttribute('aria-valuetext', /0 created, 0 resolved/);
  await page.keyboard.press('End');
  await expect(page.getByRole('link', { name: '2 created' })).toBeVisible();
  // The numbers of the day stand beside the pointer too, and of the same day before.
  await day.hover({ position: { x: 5, y: 60 } });
  await expect(day).toHaveAttribute('aria-valuenow', '1');
  await expect(day.getByText(/^0 created on /)).toBeVisible();
  await expect(page.getByText('0 in the previous 30 days').first()).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'By assignee' }).getByRole('link', { name: /Unassigned/ }),
  ).toContainText('2');
  await page.getByText('Show as table').click();
  await expect(page.getByRole('row')).toHaveCount(31);
  await expectNoViolation(page);

  await page.getByRole('link', { name: 'Week' }).click();
  await expect(page.getByRole('row')).toHaveCount(8, patiently);
  await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Quiet' });
  await expect(open).toContainText('0', patiently);
  await page.getByLabel('Project', { exact: true }).selectOption({ label: 'Website' });
  await expect(page).toHaveURL(new RegExp(`project_id=${id}`));
  await page
    .getByRole('region', { name: 'By severity' })
    .getByRole('link', { name: /Critical/ })
    .click();
  await expect(page.getByRole('row')).toHaveCount(1, patiently);
  await expect(row(page, 'Bad')).toBeVisible();
});
