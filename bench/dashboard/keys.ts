import type { Page } from '@playwright/test';
import type { Finding } from '../findings.ts';
import { openInbox, rowsOf, type Subject, signedIn, slowDown } from './browser.ts';
import { collectTimings, timingsOf } from './timings.ts';

interface Key {
  name: string;
  presses: number;
  press(page: Page): Promise<void>;
}

/** About as fast as somebody who holds nothing down but knows the keys. */
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
      await page.getByRole('combobox', { name: 'Find an action' }).waitFor();
      await page.waitForTimeout(pauseMs);
      await page.keyboard.press('Escape');
    },
  },
];

/** The time from a key to the paint that shows what it did, as the browser measures it (Event Timing). */
export async function measureKeys(subject: Subject): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [slowed, bar] of [
    [1, 50],
    [4, 120],
  ] as const) {
    for (const key of keys) {
      console.log(`  ${key.name}${slowed > 1 ? `, slowed ${slowed}×` : ''}`);
      const value = await percentile98(subject, key, slowed);
      const name = `${key.name}: key to paint, 98th percentile${slowed > 1 ? `, slowed ${slowed}×` : ''}`;
      findings.push({ name, value, unit: 'ms', bar: { atMost: bar } });
    }
  }
  return findings;
}

async function percentile98(subject: Subject, key: Key, slowed: number): Promise<number> {
  const context = await signedIn(subject);
  await collectTimings(context);
  const page = await openInbox(context, '/?status=open');
  await rowsOf(page)
    .first()
    .click({ modifiers: ['Shift'] });
  await page.keyboard.press('Escape');
  // What is fetched when the page is idle, such as the menus, is there before anybody reaches for it.
  await page.waitForTimeout(1_500);
  await key.press(page);
  await slowDown(page, slowed);
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

/** Keys that were painted within the threshold of Event Timing, 16 ms, are not told: they count as that. */
function quantileOf(told: number[], presses: number, quantile: number): number {
  const untold = Array.from({ length: Math.max(presses - told.length, 0) }, () => 16);
  const sorted = [...told, ...untold].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * quantile) - 1] ?? Number.NaN;
}
