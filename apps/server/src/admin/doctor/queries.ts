import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export interface ServerRow {
  version: string;
  major: number;
  encoding: string;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  statement_ms: number;
  lock_ms: number;
  role: string;
  max_connections: number;
  connections: number;
  backend_pid: number;
  size: number;
  has_tables: boolean;
}

/** What a server says of itself, as this connection sees it. */
export async function describeServer(db: Db): Promise<ServerRow> {
  const { rows } = await sql<ServerRow>`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer / 10000 as major,
      current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      (select setting::integer from pg_settings where name = 'statement_timeout') as statement_ms,
      (select setting::integer from pg_settings where name = 'lock_timeout') as lock_ms, quote_ident(current_user) as role,
      current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        as max_connections,
      (select sum(numbackends) from pg_stat_database)::integer as connections,
      pg_backend_pid() as backend_pid, pg_database_size(current_database()) as size,
      to_regclass('teams') is not null as has_tables`.execute(db);
  return rows[0] as ServerRow;
}

/** The server's time, in milliseconds since 1970. */
export async function readServerTime(db: Db): Promise<number> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  return (rows[0] as { now: number }).now;
}
