import { createProject } from './accounts.ts';
import { expect, expectAccessible, expectNoViolation, test } from './fixtures.ts';
import { toast } from './inbox.ts';
import { line, patiently, section, waitUntilLive } from './settings.ts';

test('everything about a project is set on its page, and another browser sees it', async ({
  signedInPage: page,
  account,
  openBrowser,
  service,
}) => {
  test.slow();
  const project = await createProject(account, 'Website');
  const address = `/projects/${project.id}/settings`;
  const other = await openBrowser(account);
  await other.goto(address);
  await waitUntilLive(other);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Website' })).toBeVisible(patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  const general = section(page, 'Project');
  await general.getByLabel('Name').fill('');
  await general.getByRole('button', { name: 'Save' }).click();
  await expect(general.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/);
  await general.getByLabel('Name').fill('Web shop');
  await general.getByLabel('Description').fill('Everything behind the counter');
  await general.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Saved')).toBeVisible(patiently);
  await expect(other.getByRole('heading', { level: 1, name: 'Web shop' })).toBeVisible(patiently);
  await expect(section(other, 'Project').getByLabel('Description')).toHaveValue(/counter/);

  // Two write over the same name: the second is told, what they did not touch stays, and theirs can be had.
  const elsewhere = section(other, 'Project');
  await elsewhere.getByLabel('Name').fill('Shop of the other');
  await general.getByLabel('Name').fill('Shop');
  await general.getByLabel('Description').fill('All of it');
  await general.getByRole('button', { name: 'Save' }).click();
  await expect(elsewhere.getByText('Someone else saved changes to this')).toBeVisible(patiently);
  await expect(elsewhere.getByLabel('Description')).toHaveValue('All of it');
  await expectNoViolation(other);
  await elsewhere.getByRole('button', { name: 'Discard my changes' }).click();
  await expect(elsewhere.getByLabel('Name')).toHaveValue('Shop');

  const origins = section(page, 'Allowed origins');
  await origins.getByLabel('Origins, one per line').fill('https://example.com\nnonsense');
  await origins.getByRole('button', { name: 'Save' }).click();
  await expect(origins.getByLabel('Origins, one per line')).toHaveAccessibleDescription(/Line 2/);
  await origins.getByLabel('Origins, one per line').fill('https://example.com\nhttps://*.example.org');
  await origins.getByRole('button', { name: 'Save' }).click();
  await expect(section(other, 'Allowed origins').getByLabel('Origins, one per line')).toHaveValue(
    'https://example.com\nhttps://*.example.org',
    patiently,
  );

  const mails = section(page, 'Email notifications');
  await mails.getByLabel('Email', { exact: true }).fill('desk@example.com');
  await mails.getByRole('button', { name: 'Add' }).click();
  await expect(line(page, 'desk@example.com')).toContainText('Pending', patiently);
  expect((await service.mailbox.next('desk@example.com')).subject).toBeTruthy();
  await mails.getByLabel('Notify reporters when their bug is resolved').click();
  await expect(section(other, 'Email notifications').getByLabel(/Notify reporters/)).toBeChecked(patiently);
  await mails.getByRole('button', { name: /^Remove/ }).click();
  await expect(mails.getByText('No recipients yet')).toBeVisible(patiently);

  await project.report();
  await expect(section(page, 'Usage')).toContainText('1 stored', patiently);
});

test('keys: the first is replaced, others are made, shown once, renamed and revoked', async ({
  signedInPage: page,
  account,
  openBrowser,
}) => {
  const project = await createProject(account);
  await page.goto(`/projects/${project.id}/settings`);
  await expect(section(page, 'API key')).toContainText(project.api_key, patiently);
  await section(page, 'API key').getByRole('button', { name: 'Rotate key…' }).click();
  await expectNoViolation(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0, patiently);
  await expect(section(page, 'API key')).not.toContainText(project.api_key, patiently);

  const keys = section(page, 'Additional keys');
  await keys.getByLabel('Key name').fill('CI');
  await keys.getByRole('button', { name: 'Create key' }).click();
  const secret = page.getByRole('region', { name: 'Your new key' }).filter({ hasText: 'CI' });
  await expect(secret).toBeFocused(patiently);
  await expect(secret.locator('code')).toHaveText(/^sk_[0-9a-f]{40}$/);
  await expectNoViolation(page);
  await secret.getByRole('button', { name: 'Done' }).click();
  await expect(secret).toHaveCount(0);
  await expect(line(page, 'never used')).toHaveCount(1);
  const other = await openBrowser(account);
  await other.goto(`/projects/${project.id}/settings`);
  await waitUntilLive(other);
  const rename = keys.getByRole('button', { name: /^Rename/ });
  await rename.click();
  await expect(keys.getByLabel('Name', { exact: true })).toBeFocused();
  await keys.getByLabel('Name', { exact: true }).fill(' ');
  await page.keyboard.press('Enter');
  await expect(keys.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Enter a name/);
  await expectNoViolation(page);
  await keys.getByLabel('Name', { exact: true }).fill('Build server');
  await page.keyboard.press('Enter');
  await expect(line(page, 'Build server')).toContainText('never used', patiently);
  await expect(rename).toBeFocused();
  await expect(line(other, 'Build server')).toBeVisible(patiently);
  await keys.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await expect(keys.getByText('No additional keys')).toBeVisible(patiently);
  await expect(section(other, 'Additional keys').getByText('No additional keys')).toBeVisible(patiently);
});

test('a rule shows what it would have dropped before it is saved, and a project is deleted with its name typed', async ({
  signedInPage: page,
  account,
}) => {
  const project = await createProject(account, 'Website');
  await project.report({ title: 'Win at the casino' });
  await project.report({ title: 'Checkout fails' });
  await page.goto(`/projects/${project.id}/settings`);
  const list = section(page, 'Blocklist');
  await list.getByLabel('Matches').fill('CASINO');
  await list.getByRole('button', { name: 'Preview' }).click();
  await expect(list).toContainText('Matches 1 of the last 2 reports.', patiently);
  await expect(list.getByRole('list', { name: 'Matching reports' })).toContainText('Win at the casino');
  await expectNoViolation(page);
  // Another rule has to be looked at again.
  await list.getByLabel('Field').selectOption({ label: 'IP address' });
  await expect(list.getByRole('button', { name: 'Preview' })).toBeVisible();
  await list.getByRole('button', { name: 'Preview' }).click();
  await expect(list.getByLabel('Matches')).toHaveAccessibleDescription(/Must be an IP address/, patiently);
  await list.getByLabel('Field').selectOption({ label: 'Keyword' });
  await list.getByRole('button', { name: 'Preview' }).click();
  await list.getByLabel('Reason').fill('A wave of spam');
  await list.getByRole('button', { name: 'Add rule' }).click();
  await expect(list.getByRole('list', { name: 'Rules' })).toContainText('A wave of spam', patiently);
  // A rule takes effect within a second, and what it drops is counted a moment later.
  await expect(async () => {
    await project.report({ title: 'Another casino' });
    await page.reload();
    await expect(list.getByRole('list', { name: 'Rules' })).toContainText(/[1-9]\d* dropped/, {
      timeout: 5_000,
    });
  }).toPass({ timeout: 60_000 });
  await expect(section(page, 'Usage')).toContainText('Dropped by blocklist');
  await list.getByRole('button', { name: /^Remove rule/ }).click();
  await expect(list.getByText('No rules')).toBeVisible(patiently);

  await page.getByRole('button', { name: 'Delete project…' }).click();
  const dialog = page.getByRole('dialog');
  const remove = dialog.getByRole('button', { name: 'Delete project' });
  await expect(remove).toBeDisabled();
  await expectNoViolation(page);
  await dialog.getByLabel('To confirm, type the project name').fill('Website');
  await remove.click();
  await expect(page).toHaveURL('/', patiently);
  await page.goto(`/projects/${project.id}/settings`);
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible(patiently);
  await expectNoViolation(page);
});

test('what does not come is said with another try, and what belongs to others does not exist', async ({
  signedInPage: page,
  account,
  createAccount,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  const project = await createProject(account);
  const stranger = await createProject(await createAccount());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // When it goes live, all is asked for anew.
  await page.route('**/api/v1/live*', () => undefined);
  await page.goto(`/projects/${stranger.id}/settings`);
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible(patiently);
  // What does not exist is asked for once.
  expect(asked.filter((url) => url.endsWith(`/api/v1/projects/${stranger.id}`))).toHaveLength(1);

  await page.route('**/api-keys', (route) => route.fulfill({ status: 503, json: { detail: 'Not now' } }));
  await page.goto(`/projects/${project.id}/settings`);
  const keys = section(page, 'Additional keys');
  await expect(keys.getByRole('alert')).toContainText('Could not load keys', patiently);
  await expectNoViolation(page);
  await page.unroute('**/api-keys');
  await keys.getByRole('button', { name: 'Retry' }).click();
  await expect(keys.getByText('No additional keys')).toBeVisible(patiently);
});
