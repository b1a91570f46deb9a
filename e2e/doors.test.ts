import { anEmail } from './accounts.ts';
import { expect, test } from './fixtures.ts';

const password = 'correct horse battery';

test('a newcomer is led to the door, signs up, and comes back to where they wanted to go', async ({
  page,
}) => {
  await page.goto('/?status=open');
  await expect(page).toHaveURL('/login?to=%2F%3Fstatus%3Dopen');
  await page.getByRole('link', { name: 'Create an account' }).click();

  await page.getByRole('button', { name: 'Create account' }).click();
  const email = page.getByLabel('E-mail');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription(/Write an e-mail address/);

  await email.fill(anEmail());
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();

  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('asks you to confirm the address')).toBeVisible();
  await expect(page).toHaveURL('/?status=open');
});
