import type { Page } from '@playwright/test';
import type { Measurement } from '../measurements.ts';
import { openInbox, rowsOf, type Subject, signedIn, throttleCpu } from './browser.ts';
import { collectTimings, timingsOf } from './timings.ts';

interface Key {
  name: string;
  presses: number;
  press(page: Page): Promise<void>;
}

/** The pace of an experienced user. */
const pauseMs = 120;

const keys: Key[] = [
  { name: 'j', presses: 100, press: (page) => page.keyboard.press('j') },
  { name: 'x', presses: 50, press: (page) => page.keyboard.press('x') },
  { name: 'e', presses: 50, press: (page) => page.keyboard.press('e') },
  {
    name: 'palette',
    presses: 20,
    async press(page) {
      await page.keyboard.press('Control+k');
      await page.locator('[role=combobox]:focus').waitFor();
      await page.waitForTimeout(pauseMs);
      await page.keyboard.press('Escape');
    },
  },
];

/** Measures the time from a key press to the next paint (Event Timing). */
export async function measureKeys(subject: Subject): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [rate, threshold] of [
    [1, 50],
    [4, 120],
  ] as const) {
    for (const key of keys) {
      console.log(`  ${key.name}${rate > 1 ? `, CPU throttled ${rate}×` : ''}`);
      const value = await percentile98(subject, key, rate);
      const name = `${key.name}: key press to paint, p98${rate > 1 ? `, CPU throttled ${rate}×` : ''}`;
      measurements.push({ name, value, unit: 'ms', threshold: { atMost: threshold } });
    }
  }
  return measurements;
}

async function percentile98(subject: Subject, key: Key, rate: number): Promise<number> {
  const context = await signedIn(subject);
  await collectTimings(context);
  const page = await openInbox(context, '/?status=open');
  await rowsOf(page)
    .first()
    .click({ modifiers: ['Shift'] });
  await page.keyboard.press('Escape');
  // Waits for parts that are loaded when the page is idle, such as menus.
  await page.waitForTimeout(1_500);
  await key.press(page);
  await throttleCpu(page, rate);
  await page.waitForTimeout(500);
  const before = (await timingsOf(page)).keys.length;
  for (let nth = 0; nth < key.presses; nth++) {
    await key.press(page);
    await page.waitForTimeout(pauseMs);
  }
  await page.waitForTimeout(500);
  const { keys: durations } = await timingsOf(page);
  await context.close();
  return quantileOf(durations.slice(before), key.presses, 0.98);
}

/** Event Timing reports only keys that took 16 ms or more; the others count as 16 ms. */
function quantileOf(reported: number[], presses: number, quantile: number): number {
  const unreported = Array.from({ length: Math.max(presses - reported.length, 0) }, () => 16);
  const sorted = [...reported, ...unreported].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * quantile) - 1] ?? Number.NaN;
}
