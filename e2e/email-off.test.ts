import { randomEmail, signInAs, signUp } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { startService } from './service.ts';
import { line, patiently, section } from './settings.ts';

test('where email is off, nothing promises one, and an invitation has a link to copy', async ({
  browser,
}) => {
  test.slow();
  const service = await startService({ sendsEmail: false });
  const context = await browser.newContext({
    baseURL: service.url,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  try {
    const page = await context.newPage();
    await page.goto('/forgot-password');
    await expect(page.getByText('Email is off on this installation')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send reset link' })).toBeHidden();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });

    const account = await signUp(service.url);
    await signInAs(page, account);
    await page.goto('/me/settings');
    await expect(line(page, account.email)).toContainText('email is off', patiently);
    await expect(page.getByRole('button', { name: 'Send verification email' })).toBeHidden();

    await page.goto(`/teams/${account.teamId}/members`);
    const invitations = section(page, 'Invitations');
    const email = randomEmail();
    await invitations.getByLabel('Email').fill(email);
    await invitations.getByRole('button', { name: 'Invite' }).click();
    await invitations.getByRole('button', { name: /^Copy link for/ }).click();
    await expect(page.getByText('Link copied')).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());

    const theirs = await (await browser.newContext({ baseURL: service.url })).newPage();
    await theirs.goto(link);
    await theirs.getByRole('link', { name: 'Create an account' }).click();
    await expect(theirs.getByLabel('Email')).toHaveValue(email);
    await theirs.locator('input[type=password]').fill('correct horse battery');
    await theirs.getByRole('button', { name: 'Create account' }).click();
    await expect(theirs.getByText('Welcome!', { exact: true })).toBeVisible();
    await expect(line(page, email)).toBeVisible(patiently);
    await theirs.context().close();
  } finally {
    await context.close();
    await service.stop();
  }
});
