import type { Page } from '@playwright/test';
import type { Finding } from '../findings.ts';
import { openInbox, rowsOf, type Subject, signedIn } from './browser.ts';
import { collectTimings, timingsOf } from './timings.ts';

const rowHeight = 40;
const rowsToScroll = 10_000;

/** Whether anything holds up the page for long: while scrolling, in a burst of changes by others, over a whole journey. */
export async function measureSmoothness(subject: Subject): Promise<Finding[]> {
  const context = await signedIn(subject);
  await collectTimings(context);
  const page = await openInbox(context);
  const scrolling = await longestTaskDuring(page, () => scroll(page));
  await page.goto('/');
  await rowsOf(page).first().waitFor();
  const burst = await longestTaskDuring(page, () => changeManyAtOnce(page, subject));
  await page.goto('/');
  await rowsOf(page).first().waitFor();
  await walkAround(page);
  const { layoutShift } = await timingsOf(page);
  await context.close();
  return [
    { name: 'longest task, scrolling 10,000 rows', value: scrolling, unit: 'ms', bar: { atMost: 100 } },
    { name: 'longest task, burst of 500 events', value: burst, unit: 'ms', bar: { atMost: 100 } },
    { name: 'layout shift over a whole journey', value: layoutShift, unit: '', bar: { atMost: 0.02 } },
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

/** Changes the newest 500 bugs by one request, as somebody else's bulk change does. */
async function changeManyAtOnce(page: Page, { origin, token }: Subject): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: answers of two shapes, of which the ids alone are read.
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

/** A filter, a bug beside the list, its neighbours, the full page, and back. */
async function walkAround(page: Page): Promise<void> {
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
