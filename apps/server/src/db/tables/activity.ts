import type { CataloguePart, Via } from '@skep/vocabulary';
import type { Generated, GeneratedAlways } from 'kysely';

export interface ActivityTables {
  activity: ActivityTable;
  outbox: OutboxTable;
  stream_events: StreamEventsTable;
  sequencer: SequencerTable;
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
}

/** What the sequencer has yet to number. */
interface OutboxTable {
  id: GeneratedAlways<number>;
  team_id: number;
  activity_ids: number[] | null;
  what: CataloguePart | null;
  user_id: number | null;
  created_at: Generated<Date>;
}

interface StreamEventsTable {
  seq: number;
  team_id: number;
  activity_id: number | null;
  what: CataloguePart | null;
  user_id: number | null;
  created_at: Date;
}

interface SequencerTable {
  /** Always true: the table has one row. */
  singleton: Generated<boolean>;
  last_seq: number;
  last_at: Date;
}
