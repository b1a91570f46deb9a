import type { Page } from '@playwright/test';
import { linkIn } from '../apps/server/test/mail-server.ts';
import { randomEmail, signInAs, unwrap, verifyEmail } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { createGithubUser, mockGithub } from './github.ts';

const password = 'correct horse battery';
const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password', exact: true });

/** Passwords have no role of their own. */
const typePassword = (page: Page, text: string) => page.locator('input[type=password]').fill(text);

async function logIn(page: Page, email: string, text = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await typePassword(page, text);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('a newcomer is led to the door, signs up, comes back to where they wanted to go, and confirms the address', async ({
  page,
  service,
}) => {
  await page.goto('/?status=open');
  await expect(page).toHaveURL('/login?to=%2F%3Fstatus%3Dopen');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();

  await page.getByRole('button', { name: 'Create account' }).click();
  const field = page.getByLabel('Email');
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Enter an email/);

  const email = randomEmail();
  await field.fill(email);
  await typePassword(page, 'short');
  await page.keyboard.press('Enter');
  await expect(page.locator('input[type=password]')).toBeFocused();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(passwordField(page)).toHaveValue('short');
  await passwordField(page).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?status=open');

  await page.goto(linkIn(await service.mailbox.verification(email)));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await expect(page).toHaveURL('/verify-email');
});

test('a wrong password is said, and logging in leads to pages of our own only', async ({ page, account }) => {
  await page.goto('/login?to=%2F%2Fevil.example%2F');
  await logIn(page, account.email, 'a wrong password');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  await logIn(page, account.email);
  await expect(page).toHaveURL('/');
  // Whoever is inside is past the door.
  await page.goto('/login?to=/?status=spam');
  await expect(page).toHaveURL('/?status=spam');
});

test('too many attempts: the page says when to try again', async ({ page, account, baseURL }) => {
  await page.goto('/login');
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.request.post(`${baseURL}/api/v1/auth/login`, {
      data: { email: account.email, password: 'a wrong password' },
    });
  }
  await logIn(page, account.email);
  await expect(page.getByRole('alert')).toHaveText(
    /^Too many attempts. Try again in \d+ (second|minute)s?\.$/,
  );
});

test('a forgotten password is set anew by a link that works once and leaves no trace', async ({
  page,
  account,
  service,
}) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  // The page that is being left has such a field, too.
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(account.email);
  await expect(page).toHaveURL('/forgot-password');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('we have sent a link')).toBeVisible();

  const link = linkIn(await service.mailbox.next(account.email));
  await page.goto(link);
  await expect(page).toHaveURL('/reset-password');
  await typePassword(page, 'a better horse battery');
  await page.getByRole('button', { name: 'Set password' }).click();
  // Nobody had proved this address before.
  await expect(page.getByRole('heading', { name: 'Your account was reset' })).toBeVisible();
  await expect(page.getByText('You were removed from all teams and have a new, empty one.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/');

  await page.goto(link);
  await typePassword(page, 'yet another battery');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText('no longer valid');
});

test('somebody who is invited sees by whom, signs up with the address filled in, and lands in the team', async ({
  page,
  account,
  service,
}) => {
  const email = randomEmail();
  const team_id = account.teamId;
  await verifyEmail(service, account);
  const invite = async (body: { email: string }) => {
    unwrap(
      await account.api.POST('/api/v1/teams/{team_id}/members', { params: { path: { team_id } }, body }),
    );
    return linkIn(await service.mailbox.next(body.email));
  };
  const { name } = unwrap(
    await account.api.GET('/api/v1/teams/{team_id}', { params: { path: { team_id } } }),
  );
  await page.goto(await invite({ email }));
  await expect(page).toHaveURL('/invitation');
  await expect(page.getByText(`${account.name} invited ${email} to the team ${name}`)).toBeVisible();
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByText(`You are joining the team ${name}`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await typePassword(page, password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('Welcome!')).toBeVisible();
  const members = unwrap(
    await account.api.GET('/api/v1/teams/{team_id}/members', { params: { path: { team_id } } }),
  );
  expect(members.items.map((member) => member.email)).toContain(email);

  // Somebody who has an account joins with it.
  await page.goto(await invite({ email: randomEmail() }));
  await expect(page.getByText(`You will join as ${email}`)).toBeVisible();
  await page.goto('/invitation#token=1.nonsense');
  await expect(page.getByRole('alert')).toContainText('no longer valid');
});

test('GitHub is a way in, and a way back for who does not agree', async ({ page, service }) => {
  const person = createGithubUser(randomEmail());
  let back = (url: URL) => service.github.decline(url);
  await mockGithub(page, (url) => back(url));
  await page.goto('/login?to=/?status=closed');
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  await expect(page.getByRole('alert')).toContainText('Login was canceled');

  back = (url) => service.github.agree(url, person);
  await page.goto('/login?to=/?status=closed');
  await page.getByRole('link', { name: 'Continue with GitHub' }).click();
  await expect(page).toHaveURL('/?status=closed');
});

test('a link that somebody else has prepared signs nobody in', async ({ page, account }) => {
  await page.goto(`/auth/callback#access_token=${account.token}&token_type=bearer`);
  await expect(page.getByRole('alert')).toContainText('not started in this browser');
  await expect(page).toHaveURL('/auth/callback');
  await page.goto('/');
  await expect(page).toHaveURL('/login?to=%2F');
});

test('every reason to come back from a provider without a session is said in words', async ({ page }) => {
  const seen = new Set<string>();
  for (const error of [
    'session_lost',
    'access_denied',
    'provider_unreachable',
    'email_missing',
    'email_unverified',
    'oauth_failed',
  ]) {
    await page.goto(`/login?error=${error}`);
    seen.add(await page.getByRole('alert').innerText());
  }
  expect(seen.size).toBe(6);
  await page.goto('/login?error=%3Cimg%20src=x%3E');
  await expect(page.getByRole('alert')).toContainText('failed');
});

test('an address that leads nowhere says so', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to inbox' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('signing out or in applies to all tabs', async ({ context, page, account, createAccount }) => {
  await signInAs(page, account);
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/login');
  await expect(other).toHaveURL('/');
  await other.evaluate(() => localStorage.removeItem('skep.session'));
  await expect(page).toHaveURL('/login');

  await logIn(page, (await createAccount({ name: 'Grace Hopper' })).email);
  await expect(page).toHaveURL('/');
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Grace Hopper account menu' })).toBeVisible();
  }
});
