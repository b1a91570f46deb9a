import { createProject } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { toast } from './inbox.ts';
import { line, patiently, section } from './settings.ts';

test('whoever runs the installation sees how it is, and sets plans and caps; to others these pages do not exist', async ({
  signedInPage: page,
  account,
  createAccount,
  openBrowser,
  service,
}) => {
  test.slow();
  const other = await createAccount({ name: 'Grace Hopper' });
  await createProject(other, 'Compiler');
  const visitor = await openBrowser(other);
  await visitor.goto('/operator');
  await expect(visitor.getByRole('heading', { name: 'Page not found' })).toBeVisible(patiently);

  await service.admin('make-operator', account.email, '--unverified');
  await page.goto('/');
  await page.getByRole('button', { name: /account menu$/ }).click();
  await page.getByRole('option', { name: 'Operator' }).click();
  await expect(section(page, 'Health')).toContainText('On time', patiently);
  await expect(section(page, 'Failed jobs')).toContainText('No failed jobs', patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('link', { name: 'Teams' }).click();
  await page.getByLabel('Team name or slug').fill('no such team at all');
  await expect(page.getByText('No matching teams')).toBeVisible(patiently);
  await page.getByLabel('Team name or slug').fill('Grace Hopper');
  const team = line(page, 'Grace Hopper').first();
  await team.getByRole('button', { name: /^Plan and limits/ }).click();
  await expect(team.getByLabel(/^Reports per minute/)).toHaveValue('60', patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await team.getByLabel('Plan', { exact: true }).selectOption('free');
  await expect(toast(page, /free/)).toBeVisible(patiently);
  await team.getByLabel(/^Reports per minute/).fill('120');
  await team.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, /Saved for/)).toBeVisible(patiently);

  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByLabel('User name or email').fill(account.email);
  await expect(line(page, account.email)).toContainText('Operator', patiently);
  await expectAccessible(page);
});
