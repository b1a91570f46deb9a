import type { Browser } from '@playwright/test';
import { type Finding, median } from '../findings.ts';
import type { Pages } from './pages.ts';

const rounds = 3;

/** The longest task while a picture of a page is made, drawn by the browser or painted. */
export async function benchPictures(browser: Browser, pages: Pages): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const elements of [2_000, 10_000])
    for (const isStrict of [false, true]) {
      const longest: number[] = [];
      for (let round = 0; round < rounds; round++)
        longest.push(await longestTask(browser, pages.rowsUrl(elements, isStrict)));
      findings.push({
        name: `longest task, picture of ${elements} elements, ${isStrict ? 'painted' : 'drawn'}`,
        value: median(longest),
        unit: 'ms',
        bar: { atMost: 100 },
      });
    }
  return findings;
}

async function longestTask(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await page.goto(url);
  const widget = page.locator('skep-widget');
  await widget.locator('button').first().click();
  await widget.locator('dialog form').waitFor();
  await page.waitForTimeout(1_000);
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
  });
  await widget.getByRole('button', { name: 'Picture of page' }).click();
  await widget.getByRole('button', { name: 'Draw' }).waitFor({ timeout: 60_000 });
  // Long tasks are told of a while later. Those shorter than 50 ms are not told of at all.
  await page.waitForTimeout(1_000);
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  await page.close();
  return Math.max(0, ...tasks);
}
