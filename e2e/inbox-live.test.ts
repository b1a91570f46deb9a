import type { Page } from '@playwright/test';
import { createProject, unwrap } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { cursor, openInbox, row, toast } from './inbox.ts';

test('two people at once: changes of the other appear with a name, and new reports wait behind a button', async ({
  signedInPage: page,
  account,
  openBrowser,
  problems,
}) => {
  const { report } = await createProject(account);
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

  // Off the network, the sign says so at once; back on it, what was missed is there.
  problems.allow(/ERR_INTERNET_DISCONNECTED/);
  await other.context().setOffline(true);
  await expect(other.getByText('Offline', { exact: true })).toBeVisible();
  await page.keyboard.press('e');
  await expect(row(page, 'First').getByRole('img', { name: 'Resolved' })).toBeVisible();
  await other.context().setOffline(false);
  await expect(row(other, 'First').getByRole('img', { name: 'Resolved' })).toBeVisible();
  await expect(other.getByText('Live', { exact: true })).toBeVisible();
});

test('a change by an assistant fades in with the name and MCP', async ({
  signedInPage: page,
  account,
  service,
}) => {
  const { report } = await createProject(account);
  const id = await report({ title: 'Fixed by an assistant' });
  const body = { name: 'Assistant', scopes: ['read:bugs' as const, 'write:bugs' as const] };
  const { token } = unwrap(await account.api.POST('/api/v1/me/mcp-tokens', { body }));
  await openInbox(page, 1);
  await fetch(`${service.url}/api/v1/mcp/bugs/${id}`, {
    method: 'PATCH',
    headers: { 'X-MCP-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ severity: 'critical' }),
  });
  await expect(row(page, 'Fixed by an assistant').getByRole('img', { name: 'Critical' })).toBeVisible();
  await expect(row(page, 'Fixed by an assistant')).toContainText(`${account.name}MCP`);
});

test('single keys can be switched off, and everything works without them, by a palette that finds all of many things', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  for (let nth = 1; nth <= 30; nth++) await createProject(account, `Cell ${nth}`);
  await report({ title: 'Second' });
  await report({ title: 'First' });
  await openInbox(page, 2);
  await page.keyboard.press('?');
  await page.getByRole('checkbox', { name: /Single-key shortcuts/ }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(cursor(page)).toHaveCount(0);
  await row(page, 'First').focus();
  await page.keyboard.press('ArrowDown');
  await expect(cursor(page)).toContainText('Second');
  await page.keyboard.press('ControlOrMeta+k');
  await walkThroughPalette(page);
  await page.getByRole('combobox', { name: 'Command palette' }).fill('resol');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Second').getByRole('img', { name: 'Resolved' })).toBeVisible();
});

/** Only what is in sight is drawn of it, but everything is come to: by keys, by scrolling, by typing. */
async function walkThroughPalette(page: Page): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Command palette' });
  const list = page.getByRole('listbox', { name: 'Command palette' });
  const isActive = async (nth: number) => {
    const option = list.locator(`[aria-posinset="${nth}"]`);
    await expect(option).toBeInViewport({ ratio: 1 });
    await expect(option).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', String(await option.getAttribute('id')));
    expect(await list.getByRole('option').count()).toBeLessThan(35);
  };
  await expect(list.getByRole('group', { name: 'Triage' })).toBeVisible();
  await isActive(1);
  const count = Number(await list.getByRole('option').first().getAttribute('aria-setsize'));
  expect(count).toBeGreaterThan(70);
  await page.keyboard.press('ArrowUp');
  await isActive(count);
  await page.keyboard.press('Home');
  await isActive(1);
  await page.keyboard.press('End');
  await page.keyboard.press('PageUp');
  await isActive(count - 10);

  const middle = list.locator(`[aria-posinset="${Math.round(count / 2)}"]`);
  await expect(middle).toHaveCount(0);
  await list.evaluate((element) => element.scrollTo(0, (element.scrollHeight - element.clientHeight) / 2));
  await expect(middle).toBeInViewport();
  await expect(field).toBeFocused();

  await page.keyboard.type('17 settings cell');
  await expect(list.getByRole('option')).toHaveText([
    'Cell 17 settings',
    'Search bugs for “17 settings cell”',
  ]);
  await isActive(1);
}
