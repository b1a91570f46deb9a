import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { readSizes } from '../../packages/widget/build/budget.ts';
import { launch, throttleCpu } from '../dashboard/browser.ts';
import { type Measurement, median, report } from '../measurements.ts';
import { type Pages, servePages } from './pages.ts';
import { benchScreenshots } from './screenshots.ts';

const rounds = 9;
const throttle = 4;
/** Waiting time after load and after opening the form. */
const settleMs = 2_500;

/** Main-thread milliseconds during page load and while the form opens. */
interface Times {
  scriptAtLoad: number;
  allAtLoad: number;
  allOnOpen: number;
  scriptOnOpen: number;
}

const sideBySide = (own: number, other: number) => ({ widget: own, Sentry: other });

/** Measures the cost of the widget for a page, compared with Sentry's feedback form, with CPU throttled four times. */
export async function benchWidget(): Promise<boolean> {
  const pages = await servePages();
  const browser = await launch();
  try {
    const sizes = readSizes(join(import.meta.dirname, '../../packages/widget/dist'));
    const bytesOf = (name: string) => sizes.find((size) => size.name === name)?.bytes ?? 0;
    const all: Record<'nothing' | 'widget' | 'sentry', Times[]> = { nothing: [], widget: [], sentry: [] };
    for (let round = 0; round < rounds; round++)
      for (const name of ['nothing', 'widget', 'sentry'] as const)
        all[name].push(await measure(browser, pages, name));
    const typical = (name: keyof typeof all, part: keyof Times) =>
      median(all[name].map((times) => times[part]));
    /** Subtracts the cost of an empty page. */
    const above = (part: keyof Times) =>
      (['widget', 'sentry'] as const).map((name) =>
        Math.max(0, typical(name, part) - typical('nothing', part)),
      );
    const compare = (name: string, part: keyof Times, threshold?: Measurement['threshold']): Measurement => {
      const [own = 0, other = 1] = above(part);
      return {
        name,
        value: own / other,
        unit: '× Sentry',
        cells: sideBySide(own, other),
        ...(threshold && { threshold }),
      };
    };
    const onOpen = ['widget.js', 'form.js', 'sender.js', 'en.js'].reduce(
      (sum, name) => sum + bytesOf(name),
      0,
    );
    return report(
      `Widget compared with Sentry feedback in Chromium ${browser.version()}, CPU throttled ${throttle}×`,
      [
        ...sizes.map(({ name, bytes, budget }) => ({
          name,
          value: bytes,
          unit: 'bytes',
          threshold: { atMost: budget },
        })),
        {
          name: 'bytes at load',
          value: bytesOf('widget.js') / pages.sentryBytes,
          unit: '× Sentry',
          cells: sideBySide(bytesOf('widget.js'), pages.sentryBytes),
        },
        {
          name: 'bytes with open form',
          value: onOpen / pages.sentryBytes,
          unit: '× Sentry',
          cells: sideBySide(onOpen, pages.sentryBytes),
        },
        compare('script at load, ms', 'scriptAtLoad', { atMost: 0.2 }),
        compare('main thread at load, ms', 'allAtLoad'),
        compare('script on open, ms', 'scriptOnOpen'),
        compare('main thread on open, ms', 'allOnOpen'),
        ...(await benchScreenshots(browser, pages)),
      ],
    );
  } finally {
    await browser.close();
    await pages.close();
  }
}

const hosts = { widget: 'skep-widget', sentry: '#sentry-feedback' };

async function measure(
  browser: Browser,
  pages: Pages,
  name: 'nothing' | 'widget' | 'sentry',
): Promise<Times> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const session = await throttleCpu(page, throttle);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const get = (metric: string) => (metrics.find((one) => one.name === metric)?.value ?? 0) * 1_000;
    return { script: get('ScriptDuration'), all: get('TaskDuration') };
  };
  await page.goto(pages.url(name), { waitUntil: 'load' });
  // No queries before reading the metrics, because they would count as script time.
  await page.waitForTimeout(settleMs);
  const loaded = await read();
  const times = { scriptAtLoad: loaded.script, allAtLoad: loaded.all, allOnOpen: 0, scriptOnOpen: 0 };
  if (name !== 'nothing') {
    const { x = 0, y = 0 } = (await page.locator(`${hosts[name]} button`).first().boundingBox()) ?? {};
    const before = await read();
    await page.mouse.click(x + 20, y + 15);
    await page.waitForTimeout(settleMs);
    const opened = await read();
    times.allOnOpen = opened.all - before.all;
    times.scriptOnOpen = opened.script - before.script;
    await page.locator(`${hosts[name]} dialog form`).first().waitFor();
  }
  await context.close();
  return times;
}
