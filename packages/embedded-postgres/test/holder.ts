import { startEmbeddedPostgres } from '@skep/embedded-postgres';

/** A minimal service: prints the result of the start and runs until it is killed. */
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
