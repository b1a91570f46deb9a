import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type Account, aClientAddress, signInAs, signUp } from './accounts.ts';
import { type Problems, watchForProblems } from './problems.ts';
import { type Service, startService } from './service.ts';

export { expect };

interface TestFixtures {
  /** What went wrong unseen, which fails the test in the end. */
  problems: Problems;
  /** Somebody who has an account. */
  account: Account;
  /** A page on which that person is signed in; `goto` opens what the test is about. */
  signedInPage: Page;
  /** Makes further accounts. */
  anAccount: (values?: { name?: string; email?: string }) => Promise<Account>;
  /** Opens a browser of its own, for a second person. */
  openBrowser: (account?: Account) => Promise<Page>;
}

interface WorkerFixtures {
  service: Service;
}

/** Journeys begin with these: one service for all tests of a worker, and no console error, page error or policy violation. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are needed.
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ service }, use) => use(service.url),

  // Limits count by client, and every test is another one.
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': aClientAddress() }),

  problems: [
    async ({ context, service }, use, test) => {
      const problems = watchForProblems();
      await problems.watch(context);
      await use(problems);
      if (test.status !== test.expectedStatus) await tellWhatWasSeen(test.title, context, service);
      expect(problems.found, 'console errors, page errors and policy violations').toEqual([]);
    },
    { auto: true },
  ],

  anAccount: async ({ service }, use) => use((values) => signUp(service.url, values)),

  account: async ({ anAccount }, use) => use(await anAccount()),

  signedInPage: async ({ page, account }, use) => {
    await signInAs(page, account);
    await use(page);
  },

  openBrowser: async ({ browser, baseURL, problems }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (account) => {
      const headers = { 'x-forwarded-for': aClientAddress() };
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

/** A run that failed elsewhere leaves nothing but what it printed, so it prints what the pages showed and what the service said. */
async function tellWhatWasSeen(title: string, context: BrowserContext, service: Service): Promise<void> {
  console.log(`“${title}” failed. The service has said lately:\n${service.lastWords()}`);
  for (const page of context.pages())
    console.log(`${page.url()} showed:\n${await page.locator('body').ariaSnapshot({ timeout: 5_000 })}`);
}

const looks = [
  { colorScheme: 'light', width: 1440, height: 900 },
  { colorScheme: 'dark', width: 1440, height: 900 },
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 390, height: 844 },
] as const;

/** Checks the page as it is now in light and dark, on a screen and on a phone: no rule of accessibility is broken. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const { colorScheme, width, height } of looks) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoViolation(page, `${colorScheme}, ${width} px`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `what is wider than ${width} px`).toBeLessThanOrEqual(0);
  }
}

/** The same in the look that it has: for a further state of a page that was checked in all of them. */
export async function expectNoViolation(page: Page, look = 'as it is'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const broken = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  expect(broken, look).toEqual([]);
}
