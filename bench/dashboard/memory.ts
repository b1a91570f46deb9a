import type { CDPSession } from '@playwright/test';
import type { Measurement } from '../measurements.ts';
import { openInbox, rowsOf, type Subject, signedIn } from './browser.ts';

const bugs = 500;

/** Measures heap growth after opening many bugs, compared with the first ten. */
export async function measureMemory(subject: Subject): Promise<Measurement[]> {
  const context = await signedIn(subject);
  const page = await openInbox(context);
  const session = await context.newCDPSession(page);
  const openNext = async (times: number) => {
    for (let nth = 0; nth < times; nth++) {
      await page.keyboard.press(']');
      await page.waitForTimeout(60);
    }
    await page.waitForTimeout(1_000);
  };
  await rowsOf(page).first().focus();
  await page.keyboard.press('Enter');
  await openNext(10);
  const before = await heapMegabytes(session);
  await openNext(bugs);
  const after = await heapMegabytes(session);
  await context.close();
  return [
    {
      name: `heap growth after ${bugs} opened bugs`,
      value: after - before,
      unit: 'MB',
      threshold: { atMost: 20 },
    },
  ];
}

async function heapMegabytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1_000_000;
}
