import type { BrowserContext, Page } from '@playwright/test';
import { type Account, aProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';

/** How many event streams the page has opened so far. */
function countStreams(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/live') count++;
  });
  return () => count;
}

const withoutLocks = (context: BrowserContext) =>
  context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));

for (const [where, prepare] of [
  ['over HTTPS and on localhost', async () => {}],
  ['over plain HTTP, where browsers have no locks', withoutLocks],
] as const) {
  test(`seven tabs all load, share one stream, and go on when the tab that reads it is closed: ${where}`, async ({
    context,
    signedInPage,
    account,
  }) => {
    await prepare(context);
    await shareOneStream(context, signedInPage, account);
  });
}

async function shareOneStream(context: BrowserContext, signedInPage: Page, account: Account): Promise<void> {
  const { report } = await aProject(account);
  await report({ title: 'The first report' });
  const tabs: { page: Page; streams: () => number }[] = [];
  for (let nth = 0; nth < 7; nth++) {
    const page = nth === 0 ? signedInPage : await context.newPage();
    tabs.push({ page, streams: countStreams(page) });
    await page.goto('/');
    await expect(page.getByText('The first report')).toBeVisible();
  }
  expect(tabs.map(({ streams }) => streams())).toEqual([1, 0, 0, 0, 0, 0, 0]);

  await report({ title: 'The second report' });
  for (const { page } of tabs) await expect(page.getByText('1 new')).toBeVisible();

  await signedInPage.close();
  const others = tabs.slice(1);
  const streams = () => others.reduce((sum, tab) => sum + tab.streams(), 0);
  await expect.poll(streams).toBe(1);
  await report({ title: 'The third report' });
  for (const { page } of others) await expect(page.getByText('2 new')).toBeVisible();
  expect(streams()).toBe(1);
}
