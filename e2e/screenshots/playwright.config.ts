import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.ts';

process.env.E2E_FOLDER ??= aFolder();

/** Takes the pictures of the README (`npm run screenshots`), from the service as it is. It is no test, and no part of them. */
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
      // Chromium refuses its sandbox to root.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
});

/** For everything that a run writes beside the pictures; gone with it. */
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-screenshots-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
