import type { Page } from '@playwright/test';
import { createProject } from './accounts.ts';
import { expect, test } from './fixtures.ts';

/** How many event streams the page has opened so far. */
function countStreams(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/live') count++;
  });
  return () => count;
}

test('seven tabs all load, share one stream, and go on when the tab that reads it is closed', async ({
  context,
  signedInPage,
  account,
}) => {
  const { report } = await createProject(account);
  await report({ title: 'The first report' });
  const tabs: { page: Page; streams: () => number }[] = [];
  for (let nth = 0; nth < 7; nth++) {
    const page = nth === 0 ? signedInPage : await context.newPage();
    tabs.push({ page, streams: countStreams(page) });
    await page.goto('/');
    await expect(page.getByText('The first report')).toBeVisible();
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
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
});

test('over plain HTTP, where browsers have no locks, each tab that is seen has a stream of its own', async ({
  context,
  signedInPage: page,
  account,
}) => {
  await context.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }),
  );
  const { report } = await createProject(account);
  await report({ title: 'The first report' });
  const other = await context.newPage();
  const streams = [page, other].map(countStreams);
  for (const each of [page, other]) {
    await each.goto('/');
    await expect(each.getByText('Live', { exact: true })).toBeVisible();
  }
  expect(streams.map((count) => count())).toEqual([1, 1]);
  await show(other, false);
  await report({ title: 'The second report' });
  await expect(page.getByText('1 new')).toBeVisible();
  await show(other, true);
  await expect(other.getByText('1 new')).toBeVisible();
  expect(streams.map((count) => count())).toEqual([1, 2]);
});

/** Headless pages are always seen: this one says whether it is. */
const show = (page: Page, isVisible: boolean) =>
  page.evaluate((visible) => {
    Object.defineProperty(document, 'hidden', { value: !visible, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isVisible);
