import { defineConfig } from '@playwright/test';

const port = Number(process.env.E2E_PORT ?? 4990);
const baseURL = `http://localhost:${port}`;

/** Whole journeys in a real browser, against the service as `npm start` runs it. */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
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
    env: {
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...(process.env.DATA_DIR ? { DATA_DIR: process.env.DATA_DIR } : {}),
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
});
