import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.ts';

/** A running service with many bugs and two members of its largest team. */
export interface Subject {
  browser: Browser;
  origin: string;
  token: string;
  otherToken: string;
  /** The largest team. */
  team: number;
}

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-background-networking'],
  });

/** Creates a browser context that is signed in and shows the largest team. */
export async function signedIn({ browser, origin, token, team }: Subject): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } });
  // On a busy machine a slow result is better than an aborted benchmark.
  context.setDefaultTimeout(120_000);
  await context.addInitScript(
    (items) => {
      for (const [name, value] of items) localStorage.setItem(name, value);
    },
    [
      ['skep.session', token],
      ['skep.team', String(team)],
    ] as const,
  );
  return context;
}

/** Opens the inbox and waits for the first rows. */
export async function openInbox(context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await rowsOf(page)
    .first()
    .waitFor()
    .catch(async (cause) => {
      const shown = await page.locator('body').innerText();
      throw new Error(`No rows at ${path}. The page shows: ${shown}`, { cause });
    });
  return page;
}

/** Rows that show a bug, without the grid header and loading placeholders. */
export const rowsOf = (page: Page) => page.locator('[role="row"][data-bug]');

export async function throttleCpu(page: Page, rate: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  return session;
}

/** 10 Mbit/s with a latency of 40 ms. */
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
