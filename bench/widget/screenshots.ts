import type { Browser } from '@playwright/test';
import { type Measurement, median } from '../measurements.ts';
import type { Pages } from './pages.ts';

const rounds = 3;

/** Measures the longest task while the widget takes a screenshot, as an SVG snapshot or drawn on a canvas. */
export async function benchScreenshots(browser: Browser, pages: Pages): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const elements of [2_000, 10_000])
    for (const isStrict of [false, true]) {
      const longest: number[] = [];
      for (let round = 0; round < rounds; round++)
        longest.push(await longestTask(browser, pages.rowsUrl(elements, isStrict)));
      measurements.push({
        name: `longest task, screenshot of ${elements} elements, ${isStrict ? 'canvas' : 'SVG snapshot'}`,
        value: median(longest),
        unit: 'ms',
        threshold: { atMost: 100 },
      });
    }
  return measurements;
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
  await widget.getByRole('button', { name: 'Capture page' }).click();
  await widget.getByRole('button', { name: 'Annotate' }).waitFor({ timeout: 60_000 });
  // Long tasks are reported with a delay; tasks shorter than 50 ms are not reported.
  await page.waitForTimeout(1_000);
  const tasks = await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks);
  await page.close();
  return Math.max(0, ...tasks);
}
