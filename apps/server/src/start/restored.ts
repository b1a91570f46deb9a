import { sql } from 'kysely';
import { connect, type Database } from '../db/connection.ts';
import { selectValue } from '../db/sql.ts';

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

const selectTables = (db: Database) => selectValue(db, sql<number>`'users'::regclass::oid`);
