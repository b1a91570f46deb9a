import { createProject, unwrap } from './accounts.ts';
import { expect, expectAccessible, expectNoViolation, test } from './fixtures.ts';
import { toast } from './inbox.ts';
import { line, patiently, startWebhookTarget, waitUntilLive } from './settings.ts';

test('a webhook is made, tested, followed live, says why it failed, is sent again, changed, switched off and deleted', async ({
  signedInPage: page,
  account,
  openBrowser,
}) => {
  test.slow();
  const project = await createProject(account);
  const target = await startWebhookTarget();
  await page.goto(`/projects/${project.id}/webhooks`);
  await expect(page.getByText('No webhooks yet')).toBeVisible(patiently);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByLabel('URL').fill('nonsense');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  await expect(page.getByLabel('URL')).toHaveAccessibleDescription(/starts with https/);
  await page.getByLabel('URL').fill(target.url);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const secret = page.getByRole('region', { name: 'Your webhook signing secret' });
  await expect(secret.locator('code')).toHaveText(/^whsec_/, patiently);
  await secret.getByRole('button', { name: 'Done' }).click();

  const card = page.getByRole('article');
  await expect(card).toContainText('No deliveries yet');
  const other = await openBrowser(account);
  await other.goto(`/projects/${project.id}/webhooks`);
  await other.getByRole('button', { name: /^Deliveries to/ }).click();
  await card.getByRole('button', { name: 'Send test' }).click();
  await expect(toast(page, 'Test delivered')).toBeVisible(patiently);
  // No event tells of a test, and a colleague sees it all the same.
  await expect(line(other, 'webhook.test')).toContainText('Delivered 200', patiently);
  await expect(line(page, 'webhook.test')).toContainText('Delivered 200', patiently);
  await expect(card.getByText('Delivered', { exact: true })).toBeVisible(patiently);

  // What happens in the project arrives in the log by itself.
  await waitUntilLive(page);
  await project.report({ title: 'Told at once' });
  await expect(line(page, 'bug.created')).toContainText('Delivered 200', patiently);
  await line(page, 'bug.created').getByRole('button', { name: 'bug.created', exact: true }).click();
  await expect(page.getByRole('figure').filter({ hasText: 'Request' })).toContainText(
    'Told at once',
    patiently,
  );
  await expect(page.getByRole('figure').filter({ hasText: 'Response' })).toContainText('Thank you');
  await expectNoViolation(page);

  target.status = 404;
  await card.getByRole('button', { name: 'Send test' }).click();
  await expect(card.getByText('404: not found').first()).toBeVisible(patiently);
  await expect(card.getByText('Failed', { exact: true })).toBeVisible(patiently);
  await expectNoViolation(page);
  target.status = 200;
  const before = target.bodies.length;
  await line(page, 'bug.created')
    .getByRole('button', { name: /^Redeliver bug.created/ })
    .click();
  await expect(line(page, 'bug.created')).toHaveCount(2, patiently);
  await expect.poll(() => target.bodies.length, patiently).toBeGreaterThan(before);

  const { items } = unwrap(
    await account.api.GET('/api/v1/projects/{project_id}/webhooks', {
      params: { path: { project_id: project.id } },
    }),
  );
  const path = { project_id: project.id, webhook_id: items[0]?.id ?? 0 };
  for (let nth = 0; nth < 20; nth++)
    unwrap(
      await account.api.POST('/api/v1/projects/{project_id}/webhooks/{webhook_id}/test', {
        params: { path },
      }),
    );
  const older = card.getByRole('button', { name: 'Show older' });
  await expect(older).toBeVisible(patiently);
  await expect(line(page, 'bug.created')).toHaveCount(0, patiently);
  await older.click();
  await expect(line(page, 'bug.created')).toHaveCount(2, patiently);
  // One goes on with what has come, and what is sent meanwhile is on top of it.
  await expect(page.getByRole('list', { name: 'Deliveries' }).getByRole('button').nth(40)).toBeFocused();

  await card.getByRole('button', { name: 'Edit', exact: true }).click();
  await card.getByLabel('Comments').check();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(card).toContainText('new reports, comments', patiently);
  await card.getByRole('button', { name: 'Rotate secret…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const replaced = page.getByRole('region', { name: /^New signing secret for .*127\.0\.0\.1/ });
  await expect(replaced.locator('code')).toHaveText(/^whsec_/, patiently);
  await card.getByRole('button', { name: 'Disable' }).click();
  await expect(card.getByText('Disabled', { exact: true })).toBeVisible(patiently);
  await card.getByRole('button', { name: 'Delete…' }).click();
  await expectNoViolation(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
  await expect(page.getByText('No webhooks yet')).toBeVisible(patiently);
  target.close();
});
