import { sql } from 'kysely';
import type { Database } from '../db/connection.ts';
import { StartError } from '../start-error.ts';

export const oldest = 15;

export async function demandSupportedVersion(db: Database): Promise<void> {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db);
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major < oldest) {
    throw new StartError(`DATABASE_URL names a PostgreSQL ${major}; Skep needs version ${oldest} or newer.`);
  }
}
