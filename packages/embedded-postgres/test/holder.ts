import { startEmbeddedPostgres } from '@skep/embedded-postgres';

/** A service reduced to its database: says how the start went, then lives until it is ended. */
try {
  const { notices } = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    onProblem: () => {},
    settings: { fsync: 'off' },
  });
  console.log(['running', ...notices].join('\n'));
} catch (error) {
  console.log((error as Error).name);
  process.exit(1);
}
