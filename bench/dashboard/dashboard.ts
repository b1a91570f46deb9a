import type { Browser } from '@playwright/test';
import { type Finding, report } from '../findings.ts';
import { withPostgres } from '../postgres.ts';
import { startServer } from '../server.ts';
import { fillDatabase, issueToken } from '../triage/fill.ts';
import { launch } from './browser.ts';
import { measureKeys } from './keys.ts';
import { measureTwoBrowsers } from './live.ts';
import { measureMemory } from './memory.ts';
import { measureOpening } from './opening.ts';
import { measureSmoothness } from './smoothness.ts';

const parts = {
  opening: measureOpening,
  keys: measureKeys,
  smoothness: measureSmoothness,
  'two browsers': measureTwoBrowsers,
  memory: measureMemory,
};

const titleFor = (size: string, browser: Browser) =>
  `The dashboard with ${Number(size).toLocaleString('en')} bugs, in Chromium ${browser.version()}`;

/** How the dashboard feels in a real Chromium, with 100,000 real bugs behind it. */
export async function benchDashboard(size = '100000'): Promise<boolean> {
  return withPostgres(async ({ createDatabase }) => {
    const url = await createDatabase('bench');
    const { token, teams } = await fillDatabase(url, Number(size));
    const server = await startServer({ databaseUrl: url, processes: 1 });
    const browser = await launch();
    const origin = `http://localhost:${server.port}`;
    try {
      const findings: Finding[] = [];
      for (const [name, measure] of Object.entries(parts)) {
        console.log(name);
        findings.push(
          ...(await measure({
            browser,
            origin,
            token,
            otherToken: await issueToken(2),
            team: teams[0] as number,
          })),
        );
      }
      return report(titleFor(size, browser), findings);
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}
