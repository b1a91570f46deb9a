import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests often wait for the service, its database and its processes: as many as there are cores would leave some idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'http',
          include: ['apps/server/src/**/*.test.ts', 'packages/mcp/src/**/*.test.ts'],
          globalSetup: 'apps/server/test/database.ts',
          // Files share what they import: loading the service anew for each would take as long as testing it.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: ['apps/server/test/**/*.test.ts', 'packages/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'packages/mcp/src/**'],
          // Each test starts several processes and databases, which takes its time on a busy machine.
          testTimeout: 180_000,
        },
      },
    ],
  },
});
