import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { freePort } from '../apps/server/test/free-port.ts';

// Read again by every worker, which finds in its environment what the first reading has settled.
process.env.E2E_PORT ??= String(await freePort());
process.env.E2E_FOLDER ??= aFolder();
const { E2E_PORT: port, E2E_FOLDER: folder } = process.env;
const baseURL = `http://localhost:${port}`;

/** Whole journeys in a real browser, against the service as `npm start` runs it. */
export default defineConfig({
  testDir: '.',
  outputDir: join(folder, 'results'),
  workers: 2,
  timeout: 60_000,
  use: {
    baseURL,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      // Chromium refuses its sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node apps/server/src/main.ts',
    cwd: '..',
    url: `${baseURL}/health`,
    env: { PORT: port, LOG_LEVEL: 'warn', DATA_DIR: join(folder, 'data') },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});

/** For everything that a run writes; gone with it. */
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-browser-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
