import type { Page } from '@playwright/test';
import { type Account, unwrap } from './accounts.ts';
import { expect, test } from './fixtures.ts';

const newPassword = 'a better horse battery';

/** Ends the sessions from before, as a change of password does everywhere. */
async function endSessions({ api, password }: Account): Promise<void> {
  unwrap(await api.PATCH('/api/v1/me', { body: { password: newPassword, current_password: password } }));
}

/** What is typed makes the page ask the service for something. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').fill(text);
}

const overlay = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await overlay(page).getByLabel('Email').fill(email);
  await overlay(page).locator('input[type=password]').fill(password);
  await overlay(page).getByRole('button', { name: 'Log in' }).click();
}

test('a session that ends is begun again over the page, and what was typed is kept', async ({
  signedInPage: page,
  account,
}) => {
  await page.goto('/');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await endSessions(account);
  await search(page, 'half a thought');
  await expect(overlay(page).locator('input[type=password]')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(overlay(page)).toBeVisible();
  await logIn(page, account.email, newPassword);
  await expect(overlay(page)).toBeHidden();
  await expect(page.getByRole('searchbox')).toHaveValue('half a thought');
});

test('somebody else who logs in there sees nothing of it', async ({
  signedInPage: page,
  account,
  createAccount,
}) => {
  const other = await createAccount({ name: 'Grace' });
  await page.goto('/');
  await expect(page.getByRole('searchbox')).toBeVisible();
  await endSessions(account);
  await search(page, 'half a thought');
  await logIn(page, other.email, other.password);
  await expect(overlay(page)).toBeHidden();
  await expect(page.getByRole('searchbox')).not.toHaveValue('half a thought');
});
