import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { type Finding, median } from '../findings.ts';
import { rowsOf, type Subject, signedIn, slowDown, throttleNetwork } from './browser.ts';
import { collectTimings, timingsOf } from './timings.ts';

const assets = fileURLToPath(new URL('../../apps/dashboard/dist/assets/', import.meta.url));

/** How much is fetched, and how long it takes until the largest part of the page is painted. */
export async function measureOpening(subject: Subject): Promise<Finding[]> {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const needed = await scriptsBeforeTheList(subject);
  const { cold, warm } = await largestPaints(subject);
  return [
    { name: 'JavaScript before the list works', value: kilobytes(needed), unit: 'KB', bar: { atMost: 140 } },
    { name: 'JavaScript, all of it', value: kilobytes(scripts), unit: 'KB', bar: { atMost: 300 } },
    { name: 'largest paint, slowed 4×, 10 Mbit/s, cold', value: cold, unit: 'ms', bar: { atMost: 1500 } },
    { name: 'largest paint, slowed 4×, 10 Mbit/s, warm', value: warm, unit: 'ms', bar: { atMost: 800 } },
  ];
}

const kilobytes = (names: string[]) =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name)), { level: 9 }).length, 0) /
  1000;

/** What had been fetched when the first row was drawn: what comes right after it is fetched because it has been drawn. */
async function scriptsBeforeTheList(subject: Subject): Promise<string[]> {
  const context = await signedIn(subject);
  const page = await context.newPage();
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role="row"][data-bug]')) return;
      performance.mark('first row');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await rowsOf(page).first().waitFor();
  const needed = await page.evaluate(() => {
    const [{ startTime: drawnAt } = { startTime: 0 }] = performance.getEntriesByName('first row');
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return resources.filter(({ responseEnd }) => responseEnd <= drawnAt).map(({ name }) => name);
  });
  await context.close();
  return needed.filter((name) => name.endsWith('.js')).map((name) => basename(new URL(name).pathname));
}

const rounds = 5;

/** The medians of several openings, each cold one in a profile of its own. */
async function largestPaints(subject: Subject): Promise<{ cold: number; warm: number }> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await signedIn(subject);
    await collectTimings(context);
    cold.push(await largestPaint(context));
    warm.push(await largestPaint(context));
    await context.close();
  }
  return { cold: median(cold), warm: median(warm) };
}

async function largestPaint(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  const session = await slowDown(page, 4);
  await throttleNetwork(session);
  await page.goto('/');
  // Looking for the rows would cost the page time, too: it is left alone until it has long been there.
  await page.waitForTimeout(3_000);
  await rowsOf(page).first().waitFor();
  const { largestPaint: paintedAt } = await timingsOf(page);
  await page.close();
  return paintedAt;
}
