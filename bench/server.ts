import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../apps/server/test/free-port.ts';

export interface Server {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  databaseUrl: string;
  processes: number;
  /** Additional environment variables. */
  settings?: Record<string, string>;
}

export const benchSecretKey = 'secret-key-for-benchmark-runs-only';

/** Starts the built service in production mode. */
export async function startServer({ databaseUrl, processes, settings }: ServerOptions): Promise<Server> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../apps/server/dist/main.js', import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        // Identifies the processes of the run (see run-folder.ts).
        TMPDIR: process.env.TMPDIR,
        NODE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        // No connection pooler is used here.
        DATABASE_PREPARED_STATEMENTS: 'true',
        SECRET_KEY: benchSecretKey,
        PORT: String(port),
        WORKERS: String(processes),
        LOG_LEVEL: 'warn',
        ...settings,
      },
    },
  );
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error('The service did not start. See the output above.');
  child.stdout.resume();
  return {
    port,
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
