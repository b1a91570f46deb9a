import type { Page } from '@playwright/test';
import type { Measurement } from '../measurements.ts';
import { openInbox, rowsOf, type Subject, signedIn } from './browser.ts';
import { collectTimings, timingsOf } from './timings.ts';

const rowHeight = 40;
const rowsToScroll = 10_000;

/** Measures long tasks while scrolling and during a burst of live events, and layout shift while navigating. */
export async function measureSmoothness(subject: Subject): Promise<Measurement[]> {
  const context = await signedIn(subject);
  await collectTimings(context);
  const page = await openInbox(context);
  const scrolling = await longestTaskDuring(page, () => scroll(page));
  await page.goto('/');
  await rowsOf(page).first().waitFor();
  const burst = await longestTaskDuring(page, () => changeInBulk(page, subject));
  await page.goto('/');
  await rowsOf(page).first().waitFor();
  await navigateAround(page);
  const { layoutShift } = await timingsOf(page);
  await context.close();
  return [
    { name: 'longest task, scrolling 10,000 rows', value: scrolling, unit: 'ms', threshold: { atMost: 100 } },
    { name: 'longest task, burst of 500 events', value: burst, unit: 'ms', threshold: { atMost: 100 } },
    { name: 'layout shift while navigating', value: layoutShift, unit: '', threshold: { atMost: 0.02 } },
  ];
}

async function longestTaskDuring(page: Page, work: () => Promise<void>): Promise<number> {
  await page.waitForTimeout(1_000);
  const before = (await timingsOf(page)).longTasks.length;
  await work();
  await page.waitForTimeout(1_000);
  return Math.max(0, ...(await timingsOf(page)).longTasks.slice(before));
}

async function scroll(page: Page): Promise<void> {
  await rowsOf(page).first().hover();
  for (let top = 0; top < rowsToScroll * rowHeight; top += 4_000) {
    await page.mouse.wheel(0, 4_000);
    await page.waitForTimeout(16);
  }
}

/** Changes the newest 500 bugs with one bulk request. */
async function changeInBulk(page: Page, { origin, token }: Subject): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: responses of two shapes, of which only the ids are read.
  const call = async (path: string, init: RequestInit = {}): Promise<any> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${origin}/api/v1/bugs-admin${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const pages = await Promise.all([0, 200, 400].map((offset) => call(`?limit=200&offset=${offset}`)));
  const ids = pages.flatMap(({ items }) => items.map(({ id }: { id: number }) => id)).slice(0, 500);
  for (const value of ['low', 'critical']) {
    await call('/bulk', { method: 'POST', body: JSON.stringify({ ids, operation: 'set_severity', value }) });
    await page.waitForTimeout(2_000);
  }
}

/** Opens bugs in the panel and full page, selects rows, changes and undoes. */
async function navigateAround(page: Page): Promise<void> {
  const steps = [
    'j',
    'j',
    'Enter',
    ']',
    ']',
    '[',
    'Enter',
    'Escape',
    'Escape',
    'x',
    'j',
    'x',
    'Escape',
    'e',
    'z',
  ];
  for (const key of steps) {
    await page.keyboard.press(key);
    await page.waitForTimeout(400);
  }
}
