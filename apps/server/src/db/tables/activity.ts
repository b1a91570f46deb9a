import type { Via } from '@skep/vocabulary';
import type { ColumnType, Generated } from 'kysely';

export interface ActivityTables {
  activity: ActivityTable;
  event_cursor: CursorTable & { numbering: number };
}

interface ActivityTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  bug_id: number;
  kind: string;
  actor_id: number | null;
  via: Via;
  changes: Record<string, unknown> | null;
  created_at: Date;
  request_id: string | null;
  /** The id of the transaction that wrote the row. */
  xid: ColumnType<string, never, never>;
}

/** How far a follower of activity has come: a snapshot of the transactions that it has seen. */
export interface CursorTable {
  /** Always true: the table has one row. */
  singleton: Generated<boolean>;
  seen: string;
  begun: string | null;
  begun_up_to: number | null;
  written_by: string;
}
