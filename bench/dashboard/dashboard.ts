import type { Browser } from '@playwright/test';
import { type Measurement, report } from '../measurements.ts';
import { withPostgres } from '../postgres.ts';
import { startServer } from '../server.ts';
import { issueToken, seedDatabase } from '../triage/seed.ts';
import { launch } from './browser.ts';
import { measureKeys } from './keys.ts';
import { measureTwoBrowsers } from './live.ts';
import { measureMemory } from './memory.ts';
import { measurePageLoad } from './page-load.ts';
import { measureSmoothness } from './smoothness.ts';

const benchmarks = {
  'page load': measurePageLoad,
  keys: measureKeys,
  smoothness: measureSmoothness,
  'two browsers': measureTwoBrowsers,
  memory: measureMemory,
};

const titleFor = (size: string, browser: Browser) =>
  `Dashboard with ${Number(size).toLocaleString('en')} bugs, in Chromium ${browser.version()}`;

/** Measures the dashboard in Chromium with 100,000 bugs. */
export async function benchDashboard(size = '100000'): Promise<boolean> {
  return withPostgres(async ({ createDatabase }) => {
    const url = await createDatabase('bench');
    const { token, teams } = await seedDatabase(url, Number(size));
    const server = await startServer({ databaseUrl: url, processes: 1 });
    const browser = await launch();
    const origin = `http://localhost:${server.port}`;
    try {
      const measurements: Measurement[] = [];
      for (const [name, measure] of Object.entries(benchmarks)) {
        console.log(name);
        measurements.push(
          ...(await measure({
            browser,
            origin,
            token,
            otherToken: await issueToken(2),
            team: teams[0] as number,
          })),
        );
      }
      return report(titleFor(size, browser), measurements);
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}
