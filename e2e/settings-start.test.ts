import type { Locator } from '@playwright/test';
import { createProject, randomEmail } from './accounts.ts';
import { expect, expectAccessible, expectNoViolation, test } from './fixtures.ts';
import { row } from './inbox.ts';
import { patiently, waitUntilLive } from './settings.ts';

test('from nothing to the first report in at most eight actions, without a reload', async ({ page }) => {
  let actions = 0;
  const fill = async (field: Locator, text: string) => {
    actions++;
    await field.fill(text);
  };
  const press = async (button: Locator) => {
    actions++;
    await button.click();
  };
  await page.goto('/signup');
  await fill(page.getByLabel('Email'), randomEmail());
  await fill(page.locator('input[type=password]'), 'correct horse battery');
  await press(page.getByRole('button', { name: 'Create account' }));
  await expect(page.getByRole('heading', { name: 'Create your first project' })).toBeVisible(patiently);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await fill(page.getByRole('textbox', { name: 'Name' }), 'Website');
  await press(page.getByRole('button', { name: 'Create' }));
  await expect(page.getByRole('heading', { name: 'Waiting for the first report' })).toBeVisible(patiently);
  await press(page.getByRole('button', { name: 'Send test report' }));
  // It does not show that the code is installed.
  await expect(page.getByRole('heading', { name: 'Test report received' })).toBeVisible(patiently);
  expect(actions).toBeLessThanOrEqual(8);

  await page.getByRole('link', { name: 'Go to inbox' }).click();
  await expect(page.getByRole('row')).toHaveCount(1, patiently);
});

test('a project’s code has its key in it, its first report from outside turns the page green, and a minute without one brings hints', async ({
  signedInPage: page,
  account,
  service,
}) => {
  test.slow();
  const project = await createProject(account, 'Shop');
  await page.clock.install();
  await page.goto(`/projects/${project.id}/start`);
  await expect(page.getByRole('heading', { name: 'Waiting for the first report' })).toBeVisible(patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  const code = page.locator('pre');
  await expect(code).toContainText(project.api_key);
  await page.getByRole('button', { name: 'curl and CI' }).click();
  await expect(code).toContainText(/^curl /);
  await expect(code).toContainText(`${service.url}/api/v1/bugs`);
  await page.getByRole('button', { name: 'Other', exact: true }).click();
  await page.getByLabel('Framework or language').selectOption({ label: 'Django' });
  await expect(code.first()).toContainText(project.api_key);
  await page.getByRole('button', { name: /^Copy API key/ }).click();

  await expect(page.getByText('Common causes')).toHaveCount(0);
  await page.clock.fastForward('01:01');
  for (const hint of ['Origin:', 'API key:', 'Ad blocker:'])
    await expect(page.getByRole('listitem').filter({ hasText: hint })).toBeVisible(patiently);
  await expectNoViolation(page);

  await waitUntilLive(page);
  await project.report({ title: 'The very first one' });
  await expect(page.getByRole('heading', { name: 'Receiving reports' })).toBeVisible(patiently);
  await expect(page.getByText('1 in the inbox')).toBeVisible();
  await expect(page.getByText('Common causes')).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to inbox' }).click();
  await expect(row(page, 'The very first one')).toBeVisible(patiently);
});

test('a new project is made from the sidebar, in the team that is chosen', async ({
  signedInPage: page,
  account,
}) => {
  await createProject(account, 'First');
  const made = await account.api.POST('/api/v1/teams', { body: { name: 'Night shift' } });
  await page.goto('/');
  await page.getByRole('link', { name: 'New project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New project' })).toBeVisible(patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/Enter a name/);
  await page.getByRole('textbox', { name: 'Name' }).fill('Alarms');
  await page.getByLabel('Team', { exact: true }).selectOption({ label: 'Night shift' });
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Alarms' })).toBeVisible(patiently);
  // The places around it are those of the other team.
  await expect(page.getByRole('button', { name: 'Team Night shift: switch team' })).toBeVisible(patiently);
  expect(made.data?.name).toBe('Night shift');
});

test('the Install page leads to the demo page with the key, and counts what is in the inbox', async ({
  signedInPage: page,
  account,
}) => {
  const project = await createProject(account, 'Shop');
  const [done] = [await project.report(), await project.report()];
  await account.api.PATCH('/api/v1/bugs-admin/{bug_id}', {
    params: { path: { bug_id: done } },
    body: { status: 'resolved' },
  });
  await page.goto(`/projects/${project.id}/start`);
  await expect(page.getByText('1 in the inbox')).toBeVisible(patiently);
  await expect(page).toHaveTitle(/^Install · Shop · (?!Skep).+$/);
  const link = page.getByRole('link', { name: 'Try the widget on the demo page' });
  await page.goto(String(await link.getAttribute('href')));
  await expect(page.getByLabel('Key')).toHaveValue(project.api_key);
});

test('where the demo page is switched off, the Install page does not lead to it', async ({
  signedInPage: page,
  account,
  problems,
}) => {
  problems.allow(/status of 404 .*\/demo/);
  const project = await createProject(account, 'Shop');
  await page.route('**/demo', (route) => route.fulfill({ status: 404, json: { detail: 'Not found' } }));
  await page.goto(`/projects/${project.id}/start`);
  await expect(page.getByRole('heading', { name: 'Code', exact: true })).toBeVisible(patiently);
  await expect(page.getByRole('link', { name: /demo/ })).toHaveCount(0);
});
