import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { issueAccessToken } from '../../apps/server/src/auth/access-tokens.ts';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded.ts';
import { type Finding, report } from '../findings.ts';
import { benchSecretKey, startServer } from '../server.ts';
import { fillDatabase } from '../triage/fill.ts';
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
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir, onProblem: console.error });
  try {
    const { url, token, teams } = await fillDatabase(postgres.url('postgres'), Number(size));
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
            otherToken: await tokenOf(2),
            team: teams[0] as number,
          })),
        );
      }
      return report(titleFor(size, browser), findings);
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const tokenOf = (id: number) =>
  issueAccessToken(benchSecretKey, { id, tokens_valid_from: 0, read_at: Math.floor(Date.now() / 1000) });
