import { linkIn } from '../apps/server/test/mail-server.ts';
import { createProject, unwrap, verifyEmail } from './accounts.ts';
import { expect, expectAccessible, expectNoViolation, test } from './fixtures.ts';
import { row, toast } from './inbox.ts';
import { line, patiently, section } from './settings.ts';

test('oneself: name, address, password, theme and keys', async ({ signedInPage: page, account, service }) => {
  test.slow();
  const { report } = await createProject(account);
  await report({ title: 'Only one' });
  await page.goto('/me/settings');
  await expect(section(page, 'Profile')).toBeVisible(patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await section(page, 'Profile').getByLabel('Name').fill('Ada King');
  await section(page, 'Profile').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Ada King account menu' })).toBeVisible(patiently);
  await service.mailbox.verification(account.email);
  await page.getByRole('button', { name: 'Send verification email' }).click();
  await page.goto(linkIn(await service.mailbox.verification(account.email)));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible(patiently);

  await page.goto('/me/settings');
  await expect(section(page, 'Profile').getByText('Verified', { exact: true })).toBeVisible(patiently);
  const words = section(page, 'Password');
  await words.locator('input[name=current_password]').fill('a wrong one');
  await words.locator('input[name=password]').fill('a better horse battery');
  await words.getByRole('button', { name: 'Change password' }).click();
  await expect(words.getByRole('alert').or(words.locator('[aria-invalid=true]')).first()).toBeVisible(
    patiently,
  );
  await words.locator('input[name=current_password]').fill(account.password);
  await words.locator('input[name=password]').fill('a better horse battery');
  await words.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, /Password changed/)).toBeVisible(patiently);

  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Single-key shortcuts').uncheck();
  // The session goes on with the new token, and keys do nothing.
  await page.getByRole('link', { name: /^Inbox/ }).click();
  await expect(row(page, 'Only one')).toBeVisible(patiently);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('tokens for assistants read only unless chosen otherwise, are shown once with their set-up, and are revoked', async ({
  signedInPage: page,
  account,
  service,
}) => {
  await page.goto('/me/settings/mcp');
  await expect(page.getByText('No tokens')).toBeVisible(patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [name, isOn] of [
    ['Read bugs', true],
    [/^Update bugs/, false],
    [/^Create, edit and delete labels/, false],
  ] as const)
    await expect(page.getByLabel(name)).toBeChecked({ checked: isOn });
  await section(page, 'New token').getByLabel('Name').fill('Claude');
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = page.getByRole('region', { name: 'Your new token' }).filter({ hasText: 'Claude' });
  const code = secret.locator('code');
  await expect(code).toHaveText(/^mcp_/, patiently);
  const token = (await code.textContent()) ?? '';
  await expect(secret.locator('pre')).toContainText(`${service.url}/mcp --header "X-MCP-Token: ${token}"`);
  for (const client of ['Cursor', 'VS Code', 'Other']) {
    await secret.getByRole('button', { name: client }).click();
    await expect(secret.locator('pre')).toContainText(`${service.url}/mcp`);
  }
  await expectNoViolation(page);
  const answer = await page.request.get('/api/v1/mcp/token', { headers: { 'x-mcp-token': token } });
  expect((await answer.json()).scopes).toEqual(['read:bugs', 'read:honeycombs', 'read:teams', 'read:labels']);
  await secret.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(token)).toHaveCount(0);
  await line(page, 'Claude')
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await expect(page.getByText('No tokens')).toBeVisible(patiently);
  expect(unwrap(await account.api.GET('/api/v1/me/mcp-tokens')).total).toBe(0);
});

test('an invitation waits among one’s settings for whoever has proved the address', async ({
  signedInPage: page,
  account,
  createAccount,
  service,
}) => {
  const grace = await createAccount({ name: 'Grace' });
  await verifyEmail(service, grace);
  const path = { team_id: grace.teamId };
  unwrap(await grace.api.PATCH('/api/v1/teams/{team_id}', { params: { path }, body: { name: 'Compilers' } }));
  unwrap(
    await grace.api.POST('/api/v1/teams/{team_id}/members', {
      params: { path },
      body: { email: account.email },
    }),
  );
  await page.goto(linkIn(await service.mailbox.verification(account.email)));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible(patiently);
  await page.goto('/me/settings');
  await expect(line(page, 'Compilers')).toContainText('Invited by Grace', patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await line(page, 'Compilers').getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Team Compilers: switch team' })).toBeVisible(patiently);
});
