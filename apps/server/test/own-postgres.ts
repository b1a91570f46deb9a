import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@skep/embedded-postgres';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { aDataDir, aPreparedDataDir } from './service-process.ts';

/** A PostgreSQL server for services with DATABASE_URL. */
export interface OwnPostgres {
  url: string;
  /** Settings of services that share it. Their webhook receivers are local. */
  settings: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: tests know what they ask for
  query(text: string): Promise<any[]>;
  /** Shuts it down and starts it again after a pause. */
  restart(pauseMs: number): Promise<void>;
  /** Simulates a crash and waits for the recovery. */
  crash(): Promise<void>;
  /** A standby with everything committed so far and nothing later. Restarts the server. */
  copyAsStandby(): Promise<OwnPostgres>;
  stop(): Promise<void>;
}

/** Starts a migrated PostgreSQL, which is stopped at the end of the test. */
export async function anOwnPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  return startIn(await aPreparedDataDir(), undefined, settings);
}

/** Starts an empty PostgreSQL, optionally of another version. */
export async function anEmptyPostgres(binaries?: string): Promise<OwnPostgres> {
  return startIn(await aDataDir(), binaries);
}

async function startIn(
  dataDir: string,
  binaries?: string,
  serverSettings: Record<string, string> = {},
): Promise<OwnPostgres> {
  const start = () =>
    startEmbeddedPostgres({
      dataDir,
      onProblem() {},
      ...(binaries && { binaries }),
      settings: { fsync: 'off', ...serverSettings },
    });
  let embedded = await start();
  onTestFinished(() => embedded.stop());
  const url = embedded.url('skep');
  const query: OwnPostgres['query'] = async (text) => {
    const client = new pg.Client({ connectionString: url });
    // The connection may break together with the server.
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query(text);
    await client.end();
    return rows;
  };
  const startedAt = async () => Number((await query('select pg_postmaster_start_time() as time'))[0].time);
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: await aDataDir(),
    SECRET_KEY: 'k'.repeat(32),
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  return {
    url,
    settings,
    query,
    async restart(pauseMs) {
      await embedded.stop();
      await sleep(pauseMs);
      embedded = await start();
    },
    stop: () => embedded.stop(),
    async copyAsStandby() {
      await embedded.stop();
      const copy = await aDataDir();
      await promisify(execFile)('cp', ['-a', `${dataDir}/.`, copy]);
      await writeFile(join(copy, 'postgres', 'standby.signal'), '', { mode: 0o644 });
      embedded = await start();
      return startIn(copy, binaries);
    },
    async crash() {
      const before = await startedAt();
      const lines = await readFile(join(embedded.clusterDir, 'postmaster.pid'), 'utf8');
      process.kill(Number.parseInt(lines, 10), 'SIGQUIT');
      while (!((await startedAt().catch(() => before)) > before)) await sleep(50);
    },
  };
}
