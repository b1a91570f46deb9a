import { linkIn } from '../apps/server/test/mail-server.ts';
import { createProject, randomEmail, unwrap, verifyEmail } from './accounts.ts';
import { expect, expectAccessible, expectNoViolation, test } from './fixtures.ts';
import { createGithubUser, mockGithub } from './github.ts';
import { toast } from './inbox.ts';
import { line, patiently, section, waitUntilLive } from './settings.ts';

test('one leaves a team, deletes a team with its short name typed, makes another, and deletes the account', async ({
  signedInPage: page,
  account,
  createAccount,
  openBrowser,
  service,
}) => {
  test.slow();
  await createProject(account);
  await verifyEmail(service, account);
  const grace = await createAccount({ name: 'Grace Hopper' });
  const { api, teamId: team_id } = account;
  const inTeam = { params: { path: { team_id } } };
  const { slug } = unwrap(await api.GET('/api/v1/teams/{team_id}', inTeam));
  unwrap(await api.POST('/api/v1/teams/{team_id}/members', { ...inTeam, body: { email: grace.email } }));
  const link = new URL(linkIn(await service.mailbox.next(grace.email)));
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  unwrap(await grace.api.POST('/api/v1/invitations/accept', { body: { token } }));

  await page.goto(`/teams/${team_id}/members`);
  await expect(line(page, 'Grace Hopper')).toBeVisible(patiently);
  await waitUntilLive(page);
  const hers = await openBrowser(grace);
  await hers.goto(`/teams/${team_id}/settings`);
  await hers.getByRole('button', { name: 'Leave team…' }).click(patiently);
  await hers.getByRole('dialog').getByRole('button', { name: 'Leave team' }).click();
  await expect(hers.getByRole('dialog')).toHaveCount(0, patiently);
  await expect(hers).toHaveURL(/\/(\?.*)?$/, patiently);
  await expect(line(page, 'Grace Hopper')).toHaveCount(0, patiently);
  await hers.goto(`/teams/${team_id}/settings`);
  await expect(hers.getByRole('heading', { name: 'Team not found' })).toBeVisible(patiently);

  await page.goto(`/teams/${team_id}/settings`);
  await expect(page.getByRole('button', { name: 'Leave team…' })).toBeDisabled(patiently);
  await page.getByRole('button', { name: 'Delete team…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Delete team' })).toBeDisabled();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByLabel('To confirm, type the team slug').fill(slug);
  await dialog.getByRole('button', { name: 'Delete team' }).click();
  await expect(page).toHaveURL('/teams/new', patiently);
  await expect(page.getByText('You are not in a team yet')).toBeVisible(patiently);
  await expectNoViolation(page);
  await page.getByLabel('Name').fill('Afresh');
  await page.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByRole('heading', { name: 'Create your first project' })).toBeVisible(patiently);

  await page.goto('/me/settings');
  await page.getByRole('button', { name: 'Delete account…' }).click(patiently);
  const password = dialog.locator('input[name=field]');
  await password.fill('not my password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible(patiently);
  await expectNoViolation(page);
  await password.fill(account.password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL('/signup', patiently);
  const again = await page.request.post('/api/v1/auth/login', {
    data: { email: account.email, password: account.password },
  });
  expect(again.status()).toBe(401);
});

test('who comes in by GitHub alone is asked for no password: one is set by mail, and the address ends the account', async ({
  page,
  service,
}) => {
  test.slow();
  const email = randomEmail();
  const person = createGithubUser(email);
  await mockGithub(page, (url) => service.github.agree(url, person));
  await page.goto('/login?to=/me/settings');
  await page.getByRole('link', { name: 'Continue with GitHub' }).click(patiently);
  const password = section(page, 'Password');
  await expect(password).toContainText('No password set', patiently);
  await expect(password).toContainText(email);
  await expect(page.locator('input[type=password]')).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await password.getByRole('button', { name: 'Send link' }).click();
  await expect(toast(page, /Password link sent/)).toBeVisible(patiently);
  expect(linkIn(await service.mailbox.next(email))).toContain('/reset-password#token=');

  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  const remove = dialog.getByRole('button', { name: 'Delete account' });
  await expect(dialog.locator('input[type=password]')).toHaveCount(0);
  await dialog.getByLabel('To confirm, type your email').fill(`x${email}`);
  await expect(remove).toBeDisabled();
  await expectNoViolation(page);
  await dialog.getByLabel('To confirm, type your email').fill(email);
  await remove.click();
  await expect(page).toHaveURL('/signup', patiently);
});
