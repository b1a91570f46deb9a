import { sql } from 'kysely';
import { connect, type Database } from '../db/connection.ts';
import { selectValue } from '../db/sql.ts';

const pollMs = 5_000;

/** A restore replaces the key, sessions and table oids that processes have cached. */
export function watchForRestore(url: string, onRestored: () => void) {
  const db = connect(url, { max: 1 });
  let known: number | undefined;
  const look = async () => {
    const former = known;
    // An unreachable database means nothing here.
    const current = await selectTables(db).catch(() => former);
    if (former === undefined || current === former || known !== former) return;
    known = undefined;
    onRestored();
  };
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, pollMs);
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
