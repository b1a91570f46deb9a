import type { Page } from '@playwright/test';
import type { Finding } from '../findings.ts';
import { openInbox, rowsOf, type Subject, signedIn } from './browser.ts';

const changes = 20;

/** The time from a key in one browser until another one has painted the change, and whether seven tabs all load. */
export async function measureTwoBrowsers(subject: Subject): Promise<Finding[]> {
  // Each would begin with the first of their own teams.
  const path = `/?team_id=${subject.team}&status=open`;
  const here = await openInbox(await signedIn(subject), path);
  const there = await openInbox(await signedIn({ ...subject, token: subject.otherToken }), path);
  for (const page of [here, there]) await page.locator('[data-state="live"]').waitFor({ state: 'attached' });
  await here.keyboard.press('j');
  const times: number[] = [];
  for (let nth = 0; nth < changes; nth++) times.push(await timeOfOneChange(here, there));
  await here.context().close();
  await there.context().close();
  return [
    {
      name: 'a change until another browser paints it, slowest',
      value: Math.max(...times),
      unit: 'ms',
      bar: { atMost: 500 },
    },
    {
      name: 'tabs that load, of seven',
      value: await tabsThatLoad(subject),
      unit: '',
      bar: { atLeast: 7 },
    },
  ];
}

/** Resolves the bug under the cursor, which moves on to the next. Both pages are on one machine, so their clocks agree. */
async function timeOfOneChange(here: Page, there: Page): Promise<number> {
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

/** Browsers allow six connections to a host over HTTP/1.1: a stream for each tab would leave none to the seventh. */
async function tabsThatLoad(subject: Subject): Promise<number> {
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
