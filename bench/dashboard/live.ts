import type { Page } from '@playwright/test';
import type { Measurement } from '../measurements.ts';
import { openInbox, rowsOf, type Subject, signedIn } from './browser.ts';

const changes = 20;

/** Measures the time from a key press until another browser paints the change, and whether seven tabs load. */
export async function measureTwoBrowsers(subject: Subject): Promise<Measurement[]> {
  // Without team_id each user would see their own first team.
  const path = `/?team_id=${subject.team}&status=open`;
  const here = await openInbox(await signedIn(subject), path);
  const there = await openInbox(await signedIn({ ...subject, token: subject.otherToken }), path);
  for (const page of [here, there]) await page.locator('[data-state="live"]').waitFor({ state: 'attached' });
  await here.keyboard.press('j');
  const times: number[] = [];
  for (let nth = 0; nth < changes; nth++) times.push(await measureChange(here, there));
  await here.context().close();
  await there.context().close();
  return [
    {
      name: 'change until painted in another browser, slowest',
      value: Math.max(...times),
      unit: 'ms',
      threshold: { atMost: 500 },
    },
    {
      name: 'tabs that load, of 7',
      value: await countLoadedTabs(subject),
      unit: '',
      threshold: { atLeast: 7 },
    },
  ];
}

/** Resolves the focused bug. Both pages run on this machine, so their clocks agree. */
async function measureChange(here: Page, there: Page): Promise<number> {
  const id = await here.evaluate(
    () => document.activeElement?.closest('[data-bug]')?.getAttribute('data-bug') ?? '',
  );
  await there.locator(`[data-bug="${id}"]`).waitFor();
  const painted = there.evaluate(
    (bug) =>
      new Promise<number>((resolve) => {
        const row = document.querySelector(`[data-bug="${bug}"]`) as Element;
        const observer = new MutationObserver(() => {
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        });
        observer.observe(row, { subtree: true, childList: true, attributes: true });
      }),
    id,
  );
  const pressedAt = await here.evaluate(() => performance.timeOrigin + performance.now());
  await here.keyboard.press('e');
  const time = (await painted) - pressedAt;
  await here.locator(`[data-bug="${id}"]:not([data-cursor])`).waitFor();
  return time;
}

/** Browsers allow six HTTP/1.1 connections per host, so one stream per tab would block the seventh tab. */
async function countLoadedTabs(subject: Subject): Promise<number> {
  const context = await signedIn(subject);
  let loaded = 0;
  for (let tab = 0; tab < 7; tab++) {
    const page = await context.newPage();
    await page.goto('/');
    loaded += await rowsOf(page)
      .first()
      .waitFor({ timeout: 10_000 })
      .then(() => 1)
      .catch(() => 0);
  }
  await context.close();
  return loaded;
}
