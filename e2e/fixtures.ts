import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Account, randomIp, signInAs, signUp } from './accounts.ts';
import { createProblems, type Problems } from './problems.ts';
import { type Service, startService } from './service.ts';

export { expect };

interface TestFixtures {
  /** Console errors, page errors and CSP violations. Any of them fails the test. */
  problems: Problems;
  account: Account;
  /** A blank page on which `account` is signed in. */
  signedInPage: Page;
  /** Creates further accounts. */
  createAccount: (values?: { name?: string; email?: string }) => Promise<Account>;
  /** Opens a separate browser context, signed in if an account is given. */
  openBrowser: (account?: Account) => Promise<Page>;
}

interface WorkerFixtures {
  service: Service;
}

/** The base of all browser tests: one service per worker, and no console error, page error or CSP violation allowed. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ service }, use) => use(service.url),

  // Rate limits count by IP address, so every test has its own.
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': randomIp() }),

  problems: [
    async ({ context, service }, use, test) => {
      const problems = createProblems();
      await problems.watch(context);
      await use(problems);
      if (test.status !== test.expectedStatus) await printDiagnostics(test.title, context, service);
      expect(problems.found, 'console errors, page errors and CSP violations').toEqual([]);
    },
    { auto: true },
  ],

  createAccount: async ({ service }, use) => use((values) => signUp(service.url, values)),

  account: async ({ createAccount }, use) => use(await createAccount()),

  signedInPage: async ({ page, account }, use) => {
    await signInAs(page, account);
    await use(page);
  },

  openBrowser: async ({ browser, baseURL, problems }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (account) => {
      const headers = { 'x-forwarded-for': randomIp() };
      const context = await browser.newContext({ baseURL: String(baseURL), extraHTTPHeaders: headers });
      contexts.push(context);
      await problems.watch(context);
      const page = await context.newPage();
      if (account) await signInAs(page, account);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** CI keeps only the output, so a failure prints the pages and the recent log of the service. */
async function printDiagnostics(title: string, context: BrowserContext, service: Service): Promise<void> {
  console.log(`“${title}” failed. Recent log of the service:\n${service.recentLog()}`);
  for (const page of context.pages())
    console.log(`${page.url()} showed:\n${await page.locator('body').ariaSnapshot({ timeout: 5_000 })}`);
}

const displayModes = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1440, height: 900 },
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const;

/** Runs axe in light and dark mode at desktop and phone width, and checks that nothing overflows. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const { colorScheme, width, height } of displayModes) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoViolation(page, `${colorScheme}, ${width} px`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `horizontal overflow at ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** Runs axe in the current display mode only. */
export async function expectNoViolation(page: Page, displayMode = 'current display mode'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const broken = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(broken, displayMode).toEqual([]);
}
