import type { Page } from '@playwright/test';
import { createProject, unwrap } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openInbox, row } from './inbox.ts';
import { patiently } from './settings.ts';

test('each list that is empty says why in its own words', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account, 'Busy');
  const { id: empty } = await createProject(account, 'New');
  await report({ title: 'For somebody' });
  const team_id = account.teamId;
  unwrap(
    await account.api.POST('/api/v1/teams/{team_id}/saved-views', {
      params: { path: { team_id } },
      body: { name: 'Burning', filters: { severity: 'critical' } },
    }),
  );
  await openInbox(page, 1);
  const places = page.getByRole('navigation', { name: 'Main navigation' });
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await places.getByText('Assigned to me').click();
  await expect(heading('Nothing assigned to you')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('link', { name: 'View unassigned bugs' }).click();
  await expect(row(page, 'For somebody')).toBeVisible();
  await places.getByText('Burning').click();
  await expect(heading('No bugs in Burning')).toBeVisible();
  await places.getByText('New', { exact: true }).click();
  await expect(heading('No reports in New yet')).toBeVisible();
  await page.getByRole('link', { name: 'Install in your website' }).click();
  await expect(page).toHaveURL(`/projects/${empty}/start`, patiently);
});

test('Latin letters are set in the typeface that comes with the page', async ({
  signedInPage: page,
  account,
}) => {
  const { report } = await createProject(account);
  await report({ title: 'Letters' });
  await openInbox(page, 1);
  const isLoaded = () => page.evaluate(() => document.fonts.check('13px Inter', 'Letters'));
  await expect.poll(isLoaded).toBe(true);
  const font = await page.evaluate(() =>
    performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2')),
  );
  expect((font as PerformanceResourceTiming | undefined)?.encodedBodySize).toBeLessThanOrEqual(50 * 1024);
});

test('paper has neither the sidebar nor bars of buttons', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
  const id = await report({ title: 'On paper' });
  for (const path of ['/', `/bugs/${id}`, `/teams/${account.teamId}/members`]) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    const places = page.getByRole('navigation', { name: 'Main navigation' });
    await expect(places).toBeVisible(patiently);
    await expect(page.getByRole('main')).toBeVisible(patiently);
    await page.emulateMedia({ media: 'print' });
    await expect(places).toBeHidden();
    await expect(page.getByRole('main')).toBeVisible();
  }
});

const outlined = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) => all.map((one) => getComputedStyle(one).outlineStyle));

test('forced colours mark the current tab, place and segment', async ({ signedInPage: page, account }) => {
  const { report } = await createProject(account);
  await report({ title: 'Contrast' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/teams/${account.teamId}/members`);
  await expect(page.locator('main [aria-current]')).toHaveCount(1, patiently);
  expect(await outlined(page, '[aria-current]')).toEqual(['solid', 'solid']);
  await page.goto(`/teams/${account.teamId}/stats`);
  await expect(page.getByRole('slider', { name: 'Day' })).toBeVisible(patiently);
  expect(await outlined(page, 'main [aria-current]')).toEqual(['solid']);
});

test('a page of settings has one main button, and what destroys is red', async ({
  signedInPage: page,
  account,
}) => {
  const { id } = await createProject(account);
  const colourOf = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).color);
  const fills = () =>
    page.locator('main button').evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  await page.emulateMedia({ colorScheme: 'light' });
  const [accent, red] = ['rgb(180, 83, 9)', 'rgb(185, 28, 28)'];
  await page.goto(`/projects/${id}/settings`);
  await expect(page.getByRole('button', { name: 'Delete project' })).toBeVisible(patiently);
  expect(await colourOf('Delete project')).toBe(red);
  expect(await fills()).not.toContain(accent);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Other');
  await expect.poll(async () => (await fills()).filter((fill) => fill === accent)).toHaveLength(1);
  await page.getByRole('button', { name: 'Delete project' }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: /^Delete/ });
  const fill = await confirm.evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(fill).toBe(red);
});
