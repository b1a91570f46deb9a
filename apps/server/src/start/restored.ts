import { sql } from 'kysely';
import { connect, type Database } from '../db/connection.ts';

const lookEveryMs = 5_000;

/** A restored backup brings another key and other sessions than a process has in memory, and tables with other oids. */
export function watchForRestore(url: string, onRestored: () => void) {
  const db = connect(url, { max: 1 });
  let known: number | undefined;
  const look = async () => {
    const former = known;
    // A database that does not answer tells nothing; requests notice that by themselves.
    const current = await selectTables(db).catch(() => former);
    if (former === undefined || current === former || known !== former) return;
    known = undefined;
    onRestored();
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, lookEveryMs);
  return {
    async begin(): Promise<void> {
      known = await selectTables(db);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await looking;
      await db.destroy();
    },
  };
}

async function selectTables(db: Database): Promise<number> {
  const { rows } = await sql<{ oid: number }>`select 'users'::regclass::oid`.execute(db);
  return rows[0]?.oid as number;
}
