import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Status } from '@skep/vocabulary';
import { type Account, createProject, unwrap } from '../accounts.ts';
import { expect, test } from '../fixtures.ts';
import { row } from '../inbox.ts';
import { labels, reports } from './reports.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');
const take = (page: Page, name: string) =>
  page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });

test.use({ colorScheme: 'light' });

test('screenshots for the README', async ({ signedInPage: page, account }) => {
  const { id, first } = await fillShop(account);
  await spreadOverTheDay(page);
  await page.goto('/');
  await expect(page.getByRole('row')).toHaveCount(reports.length);
  await page.keyboard.press('j');
  for (const title of ['Date picker', 'Search forgets'])
    await row(page, title).getByRole('checkbox').click({ force: true });
  await page.evaluate(() => document.fonts.ready);
  await take(page, 'inbox');

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/?bug=${first}`);
  await expect(page.getByText('The token is dropped')).toBeVisible();
  await take(page, 'bug');

  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`/projects/${id}/start`);
  await expect(page.getByRole('heading', { name: 'Receiving reports' })).toBeVisible();
  await take(page, 'start');

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/teams/${account.teamId}/stats?range=week`);
  await expect(page.getByRole('slider', { name: 'Day' })).toBeVisible();
  await take(page, 'stats');
});

/** Creates two projects with reports, some of them in progress. */
async function fillShop(account: Account): Promise<{ id: number; first: number }> {
  const { api, teamId: team_id } = account;
  const inTeam = { params: { path: { team_id } } };
  unwrap(await api.PATCH('/api/v1/teams/{team_id}', { ...inTeam, body: { name: 'Bees' } }));
  const ids = new Map<string, number>();
  for (const [name, color] of Object.entries(labels)) {
    const label = unwrap(
      await api.POST('/api/v1/teams/{team_id}/labels', { ...inTeam, body: { name, color } }),
    );
    ids.set(name, label.id);
  }
  const views = [
    {
      name: 'Checkout, critical',
      filters: { severity: ['critical' as const], label: [ids.get('checkout') ?? 0] },
    },
    { name: 'Safari', filters: { q: 'Safari' } },
  ];
  for (const body of views)
    unwrap(await api.POST('/api/v1/teams/{team_id}/saved-views', { ...inTeam, body }));
  const shop = await createProject(account, 'Website');
  const app = await createProject(account, 'iOS app');
  let first = 0;
  for (const [nth, { labels: labelNames = [], status, ...report }] of reports.entries()) {
    const bug_id = await (nth % 4 === 3 ? app : shop).report(report);
    first = bug_id;
    for (const name of labelNames) {
      const path = { bug_id, label_id: ids.get(name) ?? 0 };
      unwrap(await api.POST('/api/v1/bugs-admin/{bug_id}/labels/{label_id}', { params: { path } }));
    }
    const body = {
      ...(status && { status: status as Status }),
      ...(nth % 3 === 0 && { assignee_id: 'me' as const }),
    };
    if (Object.keys(body).length > 0)
      unwrap(await api.PATCH('/api/v1/bugs-admin/{bug_id}', { params: { path: { bug_id } }, body }));
  }
  const body = { body: 'The token is dropped when the address form remounts. Fix is on its way.' };
  unwrap(
    await api.POST('/api/v1/bugs-admin/{bug_id}/comments', { params: { path: { bug_id: first } }, body }),
  );
  return { id: shop.id, first };
}

/** Spreads the creation times over the day; all reports were created just now. */
async function spreadOverTheDay(page: Page): Promise<void> {
  await page.route('**/api/v1/bugs-admin?*', async (route) => {
    const response = await route.fetch();
    const list = await response.json();
    for (const [nth, item] of list.items.entries())
      item.created_at = new Date(Date.now() - (12 + nth * nth * 4) * 60_000).toISOString();
    await route.fulfill({ response, json: list });
  });
}
