import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { readSizes } from '../../packages/widget/build/budget.ts';
import { launch, slowDown } from '../dashboard/browser.ts';
import { type Finding, median, report } from '../findings.ts';
import { type Pages, servePages } from './pages.ts';
import { benchPictures } from './pictures.ts';

const rounds = 9;
const throttle = 4;
/** How long a page is left alone until whatever it does at load, or on open, is done. */
const settling = 2_500;

/** Milliseconds of the main thread while a page loads, and while its form opens. */
interface Times {
  scriptAtLoad: number;
  allAtLoad: number;
  allOnOpen: number;
  scriptOnOpen: number;
}

const sideBySide = (own: number, other: number) => ({ widget: own, Sentry: other });

/** What the widget costs a page, beside Sentry with its feedback form, on a processor that is four times as slow. */
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
    /** What a page without anything takes, is nobody's fault. */
    const above = (part: keyof Times) =>
      (['widget', 'sentry'] as const).map((name) =>
        Math.max(0, typical(name, part) - typical('nothing', part)),
      );
    const compare = (name: string, part: keyof Times, bar?: Finding['bar']): Finding => {
      const [own = 0, other = 1] = above(part);
      return {
        name,
        value: own / other,
        unit: '× Sentry',
        cells: sideBySide(own, other),
        ...(bar && { bar }),
      };
    };
    const onOpen = ['widget.js', 'form.js', 'sender.js', 'en.js'].reduce(
      (sum, name) => sum + bytesOf(name),
      0,
    );
    return report(
      `The widget, beside Sentry with feedback, in Chromium ${browser.version()}, throttled ${throttle} times`,
      [
        ...sizes.map(({ name, bytes, budget }) => ({
          name,
          value: bytes,
          unit: 'bytes',
          bar: { atMost: budget },
        })),
        {
          name: 'all bytes at load',
          value: bytesOf('widget.js') / pages.sentryBytes,
          unit: '× Sentry',
          cells: sideBySide(bytesOf('widget.js'), pages.sentryBytes),
        },
        {
          name: 'all bytes, form opened',
          value: onOpen / pages.sentryBytes,
          unit: '× Sentry',
          cells: sideBySide(onOpen, pages.sentryBytes),
        },
        compare('script at load, ms', 'scriptAtLoad', { atMost: 0.2 }),
        compare('main thread at load, ms', 'allAtLoad'),
        compare('script on open, ms', 'scriptOnOpen'),
        compare('main thread on open, ms', 'allOnOpen'),
        ...(await benchPictures(browser, pages)),
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
  const session = await slowDown(page, throttle);
  await session.send('Performance.enable');
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const get = (metric: string) => (metrics.find((one) => one.name === metric)?.value ?? 0) * 1_000;
    return { script: get('ScriptDuration'), all: get('TaskDuration') };
  };
  await page.goto(pages.url(name), { waitUntil: 'load' });
  // Nothing is looked up on the page before the figures are read: that would be script of the page too.
  await page.waitForTimeout(settling);
  const loaded = await read();
  const times = { scriptAtLoad: loaded.script, allAtLoad: loaded.all, allOnOpen: 0, scriptOnOpen: 0 };
  if (name !== 'nothing') {
    const { x = 0, y = 0 } = (await page.locator(`${hosts[name]} button`).first().boundingBox()) ?? {};
    const before = await read();
    await page.mouse.click(x + 20, y + 15);
    await page.waitForTimeout(settling);
    const opened = await read();
    times.allOnOpen = opened.all - before.all;
    times.scriptOnOpen = opened.script - before.script;
    await page.locator(`${hosts[name]} dialog form`).first().waitFor();
  }
  await context.close();
  return times;
}
