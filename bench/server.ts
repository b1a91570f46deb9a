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
  withoutDatabase?: boolean;
  /** Further environment variables. */
  settings?: Record<string, string>;
}

export const benchSecretKey = 'a key for benchmarks, and for nothing else';

/** Starts the service in production mode, as a process of its own. */
export async function startServer({
  databaseUrl,
  processes,
  withoutDatabase,
  settings,
}: ServerOptions): Promise<Server> {
  const file = withoutDatabase ? './ingest/without-database.ts' : '../apps/server/dist/main.js';
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      // Names the folder of the run, by which what is left of it is found.
      TMPDIR: process.env.TMPDIR,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      // There is no pooler between the service and its database here.
      DATABASE_PREPARED_STATEMENTS: 'true',
      SECRET_KEY: benchSecretKey,
      PORT: String(port),
      WORKERS: String(processes),
      LOG_LEVEL: 'warn',
      ...settings,
    },
  });
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error('The service did not start');
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
