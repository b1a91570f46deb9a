import { aProject, got } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { cursor, openInbox, row, toast } from './inbox.ts';

test('two people at once: changes of the other appear with a name, and new reports wait behind a button', async ({
  signedInPage: page,
  account,
  openBrowser,
}) => {
  const { report } = await aProject(account);
  for (const title of ['Third', 'Second', 'First']) await report({ title });
  const other = await openBrowser(account);
  await openInbox(page, 3);
  await openInbox(other, 3);

  await page.keyboard.press('j');
  await other.keyboard.press('j');
  await page.keyboard.press('e');
  await expect(row(other, 'First').getByRole('img', { name: 'Resolved' })).toBeVisible();
  await expect(row(other, 'First')).toHaveAttribute('data-stale');
  await expect(cursor(other)).toContainText('First');
  await page.keyboard.press('z');
  await expect(toast(page, 'Undone')).toBeVisible();
  await expect(row(other, 'First').getByRole('img', { name: 'Open' })).toBeVisible();

  await report({ title: 'Brand new' });
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(cursor(page)).toContainText('First');
  await page.getByRole('button', { name: '1 new' }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('row').first()).toContainText('Brand new');
  await expect(cursor(page)).toContainText('First');
});

test('a change by an assistant fades in with the name and MCP', async ({
  signedInPage: page,
  account,
  service,
}) => {
  const { report } = await aProject(account);
  const id = await report({ title: 'Fixed by an assistant' });
  const body = { name: 'Assistant', scopes: ['read:bugs' as const, 'write:bugs' as const] };
  const { token } = got(await account.api.POST('/api/v1/me/mcp-tokens', { body }));
  await openInbox(page, 1);
  await fetch(`${service.url}/api/v1/mcp/bugs/${id}`, {
    method: 'PATCH',
    headers: { 'X-MCP-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ severity: 'critical' }),
  });
  await expect(row(page, 'Fixed by an assistant').getByRole('img', { name: 'Critical' })).toBeVisible();
  await expect(row(page, 'Fixed by an assistant')).toContainText(`${account.name}MCP`);
});

test('single keys can be switched off, and everything works without them', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await aProject(account);
  await report({ title: 'Second' });
  await report({ title: 'First' });
  await openInbox(page, 2);
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: /Single keys/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(cursor(page)).toHaveCount(0);
  await row(page, 'First').focus();
  await page.keyboard.press('ArrowDown');
  await expect(cursor(page)).toContainText('Second');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Find an action' }).fill('resol');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Second').getByRole('img', { name: 'Resolved' })).toBeVisible();
});
