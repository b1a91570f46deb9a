import { sql } from 'kysely';
import type { Database, Db } from './connection.ts';

/** What a connection waits for, and who has it. */
export interface LockWait {
  /** A table of the service, as SQL names it; null for anything else. */
  table: string | null;
  isAdvisory: boolean;
  /** Those who have had it for longest. */
  holders: Holder[];
}

interface Holder {
  /** The number of its process on the server; 0 for a transaction that is prepared, and has none. */
  pid: number;
  /** What the program calls itself, or what kind of process of the server it is. */
  name: string | null;
  role: string | null;
  address: string | null;
  isAutovacuum: boolean;
  /** How long its transaction has been open. What another role does, not every role may know. */
  seconds: number | null;
}

/** Short enough to see a wait that lasts a tenth of a second. */
const lookEveryMs = 40;
/** Longer than any pause between two attempts (change-tables.ts). */
const rememberMs = 4_000;

export interface LockWatch {
  /** From now on looks at the connection with this number on the server. */
  follow(pid: number | undefined): void;
  /** What the connection was seen to wait for within the last few seconds. */
  seen(): LockWait | undefined;
  stop(): void;
}

/** Looks, from another connection, whom one waits for: when it is told that it has waited too long, nobody knows any more. */
export function watchLockWaits(db: Database): LockWatch {
  let followed: number | undefined;
  let seen: LockWait | undefined;
  let seenAt = 0;
  let isLooking = false;
  const look = async () => {
    if (followed === undefined || isLooking) return;
    isLooking = true;
    const wait = await selectLockWait(db, followed).catch(() => undefined);
    isLooking = false;
    if (!wait) return;
    seen = wait;
    seenAt = Date.now();
  };
  const timer = setInterval(look, lookEveryMs);
  return {
    follow(pid) {
      followed = pid;
    },
    seen: () => (Date.now() - seenAt < rememberMs ? seen : undefined),
    stop: () => clearInterval(timer),
  };
}

async function selectLockWait(db: Db, pid: number): Promise<LockWait | undefined> {
  const { rows } = await sql<Holder & Pick<LockWait, 'table' | 'isAdvisory'>>`
    select wanted.table, locktype = 'advisory' as "isAdvisory", holder as pid,
      coalesce(nullif(application_name, ''), backend_type) as name, usename as role, host(client_addr) as address,
      coalesce(backend_type = 'autovacuum worker', false) as "isAutovacuum",
      extract(epoch from clock_timestamp() - xact_start)::integer as seconds
    from (select distinct unnest(pg_blocking_pids(${pid})) as holder) as holders
    cross join (
      select locktype, pg_class.oid::regclass::text as table
      from pg_locks left join pg_class
        on pg_class.oid = relation and relkind = 'r' and relnamespace = current_schema()::regnamespace
      where pid = ${pid} and not granted limit 1
    ) as wanted
    left join pg_stat_activity on pid = holder
    order by xact_start limit 3`.execute(db);
  const [first] = rows;
  return first && { table: first.table, isAdvisory: first.isAdvisory, holders: rows };
}

export const describeHolders = ({ holders }: LockWait): string => holders.map(describeHolder).join('; ');

function describeHolder({ pid, name, role, address, seconds }: Holder): string {
  if (pid === 0) return 'a prepared transaction (see pg_prepared_xacts)';
  const facts = [`process ${pid} of PostgreSQL`];
  if (role !== null) facts.push(`role ${role}`);
  if (address !== null) facts.push(`from ${address}`);
  if (seconds !== null) facts.push(`in a transaction for ${seconds} s`);
  return `${name ?? 'a program'} (${facts.join(', ')})`;
}
