import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.ts';

/** What is measured: a running service with many bugs, and two members of its largest team. */
export interface Subject {
  browser: Browser;
  origin: string;
  token: string;
  otherToken: string;
  /** That team, in which both are. */
  team: number;
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });

/** A browser profile of its own, signed in as the owner of this access token, who has looked at the largest team last. */
export async function signedIn({ browser, origin, token, team }: Subject): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  // Somebody else may be using the machine: what is slow is to be told, not to end the measurement.
  context.setDefaultTimeout(120_000);
  await context.addInitScript(
    (kept) => {
      for (const [name, value] of kept) localStorage.setItem(name, value);
    },
    [
      ['skep.session', token],
      ['skep.team', String(team)],
    ] as const,
  );
  return context;
}

/** Opens the inbox, and returns when its first rows are there. */
export async function openInbox(context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await rowsOf(page)
    .first()
    .waitFor()
    .catch(async (cause) => {
      const shown = await page.locator('body').innerText();
      throw new Error(`No rows at ${path}, but: ${shown}`, { cause });
    });
  return page;
}

/** The rows that show a bug. The heading of the grid and places that are still loading have no such mark. */
export const rowsOf = (page: Page) => page.locator('[role="row"][data-bug]');

/** Makes everything that the page's processor does take so many times as long. */
export async function slowDown(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
  return session;
}

/** A connection of 10 Mbit/s with a round trip of 40 ms. */
export async function throttleNetwork(session: CDPSession): Promise<void> {
  const bytesPerSecond = 10_000_000 / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}
