import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../scripts/chromium.ts';

// Every worker evaluates this file; the environment variable makes them share one folder.
process.env.E2E_FOLDER ??= createTempFolder();

/** Browser tests against the built service (see fixtures.ts). */
export default defineConfig({
  testDir: '.',
  outputDir: process.env.E2E_FOLDER,
  workers: 2,
  fullyParallel: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      executablePath: findChromium(),
      // Chromium cannot use its sandbox as root.
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

/** Folder for test output, removed at exit. */
function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-browser-results-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
