import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { type Measurement, median } from '../measurements.ts';
import { rowsOf, type Subject, signedIn, throttleCpu, throttleNetwork } from './browser.ts';
import { collectTimings, timingsOf } from './timings.ts';

const assets = fileURLToPath(new URL('../../apps/dashboard/dist/assets/', import.meta.url));

/** Measures the size of the JavaScript and the largest contentful paint. */
export async function measurePageLoad(subject: Subject): Promise<Measurement[]> {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const needed = await scriptsBeforeFirstRow(subject);
  const { cold, warm } = await largestPaints(subject);
  return [
    {
      name: 'JavaScript before the first row',
      value: kilobytes(needed),
      unit: 'KB',
      threshold: { atMost: 140 },
    },
    { name: 'JavaScript, total', value: kilobytes(scripts), unit: 'KB', threshold: { atMost: 300 } },
    {
      name: 'LCP, CPU throttled 4×, 10 Mbit/s, cold cache',
      value: cold,
      unit: 'ms',
      threshold: { atMost: 1500 },
    },
    {
      name: 'LCP, CPU throttled 4×, 10 Mbit/s, warm cache',
      value: warm,
      unit: 'ms',
      threshold: { atMost: 800 },
    },
  ];
}

const kilobytes = (names: string[]) =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name)), { level: 9 }).length, 0) /
  1000;

/** Scripts that were loaded when the first row appeared. Later ones are loaded because of it. */
async function scriptsBeforeFirstRow(subject: Subject): Promise<string[]> {
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

/** Medians of several page loads; each cold load has a new browser context. */
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
  const session = await throttleCpu(page, 4);
  await throttleNetwork(session);
  await page.goto('/');
  // Polling for rows would slow the page down, so this waits first.
  await page.waitForTimeout(3_000);
  await rowsOf(page).first().waitFor();
  const { largestPaint: paintedAt } = await timingsOf(page);
  await page.close();
  return paintedAt;
}
