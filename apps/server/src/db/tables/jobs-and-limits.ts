import type { Generated } from 'kysely';
import type { SetByDatabase } from './column-types.ts';

export interface JobAndLimitTables {
  jobs: JobsTable;
  rate_windows: RateWindowsTable;
}

interface JobsTable {
  id: Generated<number>;
  kind: string;
  payload: SetByDatabase<Record<string, unknown>>;
  /** At most one waiting job has a given key. */
  unique_key: string | null;
  run_at: SetByDatabase<Date>;
  leased_until: Date | null;
  attempts: SetByDatabase<number>;
  last_error: string | null;
  /** Of the request that asked for it first. */
  request_id: string | null;
}

interface RateWindowsTable {
  bucket: string;
  hits: number;
  ends_at: Date;
}
