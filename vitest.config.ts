import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { defaultServerConditions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

/** Debian's PostgreSQL, if installed: the oldest supported version is tested too. */
const installedPostgres = process.env.TEST_DATABASE_URL
  ? []
  : globSync('/usr/lib/postgresql/*/bin/initdb').map(dirname);

const serverTests = 'apps/server/src/**/*.test.ts';

/** Attacks on every route. */
const attackTests = 'apps/server/test/attacks/*.test.ts';

/**
 * Tests that depend on query plans, snapshots and indexes run on every PostgreSQL. All other statements are only prepared on the
 * older one (see recorded-statements.ts).
 */
const databaseTests = [
  'apps/server/src/db/**/*.test.ts',
  'apps/server/src/features/{api-key-cache,events,ingest,live,search}/**/*.test.ts',
];

/** Tests of requests and connections only, for which the newest PostgreSQL is enough. */
const requestTests = [
  'apps/server/src/features/ingest/{input,origins}.test.ts',
  'apps/server/src/features/live/{access,connections}.test.ts',
];

/** Tests of plain functions and small servers: no database, no browser, no processes. `npm run check` runs these alone. */
const unitTests = [
  'apps/dashboard/src/**/*.test.ts',
  'apps/server/src/config.test.ts',
  'apps/server/src/background/loop.test.ts',
  'apps/server/src/features/blocklist/{matching,many-rules}.test.ts',
  'apps/server/src/features/webhooks/delivery/{client,public-ip}.test.ts',
  'apps/server/src/features/webhooks/messages/messages.test.ts',
  'apps/server/test/attacks/{outgoing-connections,threat-model}.test.ts',
  'packages/client/src/live/parser.test.ts',
  'packages/client/test/browser.test.ts',
  'packages/embedded-postgres/test/release.test.ts',
  'packages/mcp/src/definitions.test.ts',
  'packages/mcp/src/frameworks/detect.test.ts',
  'scripts/prose.test.ts',
];

const statementsFolder = mkdtempSync(join(tmpdir(), 'skep-statements-'));
process.on('exit', () => rmSync(statementsFolder, { recursive: true, force: true }));

/** The service in the same process on a real port, with one PostgreSQL for all files. */
function http(
  name: string,
  postgresBinaries: string | null,
  include: string[],
  exclude: string[] = [],
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', ...unitTests, ...exclude],
      globalSetup: 'apps/server/test/database.ts',
      provide: { postgresBinaries, statementsFolder },
      setupFiles: postgresBinaries ? [] : ['apps/server/test/record-statements.ts'],
    },
  };
}

export default defineConfig({
  // Workspace packages are tested from their sources, not from a build.
  ssr: { resolve: { conditions: ['skep-source', ...defaultServerConditions] } },
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Long polling timeout for slow machines; only a failing test reaches it.
    expect: { poll: { timeout: 60_000 } },
    // No isolation: importing the service for each file would take as long as the tests.
    isolate: false,
    // More workers than cores, because tests often wait for databases and processes.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      http('http', null, [
        serverTests,
        attackTests,
        'packages/mcp/src/**/*.test.ts',
        'packages/client/**/*.test.ts',
        'apps/dashboard/test/**/*.test.ts',
      ]),
      ...installedPostgres.map((folder) =>
        http(`http on PostgreSQL ${basename(dirname(folder))}`, folder, databaseTests, requestTests),
      ),
      { extends: true, test: { name: 'unit', include: unitTests } },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [
            'apps/server/test/**/*.test.ts',
            'bench/**/*.test.ts',
            'faults/**/*.test.ts',
            'packages/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: [
            '**/node_modules/**',
            'packages/mcp/src/**',
            'packages/client/**',
            attackTests,
            ...unitTests,
          ],
          globalSetup: 'apps/server/test/prepared-data.ts',
          // Each test starts several processes and databases, so only a hanging test should reach these timeouts.
          testTimeout: 900_000,
          hookTimeout: 900_000,
          expect: { poll: { timeout: 300_000 } },
        },
      },
    ],
  },
});
