import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

// Read again by every worker, which finds in its environment what the first reading has settled.
process.env.E2E_FOLDER ??= aFolder();

/** Whole journeys in a real browser, against the service as `npm start` runs it (see fixtures.ts). */
export default defineConfig({
  testDir: '.',
  outputDir: process.env.E2E_FOLDER,
  workers: 2,
  fullyParallel: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
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
});

/** For everything that a run writes; gone with it. */
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-browser-results-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
