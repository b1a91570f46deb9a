import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.ts';

process.env.E2E_FOLDER ??= createTempFolder();

/** `npm run screenshots` takes the screenshots of the README. It is not part of the tests. */
export default defineConfig({
  testDir: '.',
  testMatch: 'take.ts',
  outputDir: process.env.E2E_FOLDER,
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    deviceScaleFactor: 1.5,
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: findChromium(),
      // Chromium cannot use its sandbox as root.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
});

/** Folder for other output, removed at exit. */
function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-screenshots-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
