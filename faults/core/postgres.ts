import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectToEmbeddedPostgres, startEmbeddedPostgres } from '@skep/embedded-postgres';
import { sql } from 'kysely';
import { connect, type Database } from '../../apps/server/src/db/connection.ts';
import { processTree, signalAll } from '../../bench/processes.ts';

/** The PostgreSQL of an installation: a separate server or the one embedded in the service. */
export interface Postgres {
  url: string;
  db: Database;
  /** Process ids of the server, postmaster first. */
  pids(): number[];
  /** Crashes the server (immediate shutdown) and waits for its restart. */
  crash(): Promise<void>;
  /** Suspends all processes (SIGSTOP) until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Closes connections and stops a separate server. */
  close(): Promise<void>;
}

/** Starts a separate server with production durability settings. */
export async function startPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Postgres> {
  const embedded = await startEmbeddedPostgres({ dataDir, onProblem() {}, settings });
  return describe(embedded.url('skep'), embedded.clusterDir, () => embedded.stop());
}

/** Connects to the PostgreSQL embedded in a running service. */
export async function postgresOf(dataDir: string): Promise<Postgres> {
  const url = await connectToEmbeddedPostgres(dataDir);
  if (!url) throw new Error('The embedded PostgreSQL is not running');
  return describe(url, join(dataDir, 'postgres'), async () => {});
}

function describe(url: string, clusterDir: string, stop: () => Promise<void>): Postgres {
  // No statement or lock timeout: scenarios hold locks for as long as a fault lasts.
  const db = connect(url, { max: 4, statementMs: 0, lockMs: 0, connectionMs: 10_000, onError() {} });
  const pids = () =>
    processTree(Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10));
  const startedAt = async () => {
    const { rows } = await sql<{ time: Date }>`select pg_postmaster_start_time() as time`.execute(db);
    return Number(rows[0]?.time);
  };
  let frozen: number[] = [];
  const thaw = () => {
    signalAll(frozen, 'SIGCONT');
    frozen = [];
  };
  return {
    url,
    db,
    pids,
    async crash() {
      const before = await startedAt();
      signalAll(pids().slice(0, 1), 'SIGQUIT');
      while (!((await startedAt().catch(() => before)) > before)) await sleep(50);
    },
    freeze() {
      frozen = pids();
      // The postmaster comes first, so that it forks no further processes.
      signalAll(frozen, 'SIGSTOP');
    },
    thaw,
    async close() {
      thaw();
      await db.destroy();
      await stop();
    },
  };
}
