import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectToEmbeddedPostgres, startEmbeddedPostgres } from '@skep/embedded-postgres';
import { sql } from 'kysely';
import { connect, type Database } from '../../apps/server/src/db/connection.ts';
import { familyOf, signalAll } from '../../bench/processes.ts';

/** The PostgreSQL of an installation: one of our own, as an operator has one, or the one that the service has brought. */
export interface Postgres {
  /** The address of the service's database. */
  url: string;
  db: Database;
  /** The process ids of the server, its first process before the others. */
  pids(): number[];
  /** Ends it as a crash does; our own comes back by itself, which is waited for. */
  crash(): Promise<void>;
  /** Stops all its processes without ending them (SIGSTOP), until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Closes our connections, and shuts it down if it is our own. */
  close(): Promise<void>;
}

/** Starts a server that belongs to no service. It keeps what is committed as a server in production does. */
export async function startPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Postgres> {
  const embedded = await startEmbeddedPostgres({ dataDir, onProblem() {}, settings });
  return describe(embedded.url('skep'), embedded.clusterDir, () => embedded.stop());
}

/** The server that a running service has brought. */
export async function postgresOf(dataDir: string): Promise<Postgres> {
  const url = await connectToEmbeddedPostgres(dataDir);
  if (!url) throw new Error('The PostgreSQL of the service does not run');
  return describe(url, join(dataDir, 'postgres'), async () => {});
}

function describe(url: string, clusterDir: string, stop: () => Promise<void>): Postgres {
  // We hold locks for as long as a fault lasts, and wait for those of others.
  const db = connect(url, { max: 4, statementMs: 0, lockMs: 0, connectionMs: 10_000, onError() {} });
  const pids = () => familyOf(Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10));
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
      // The first process is stopped before the others, so that it makes no more of them.
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
