import type { Report, Status, Via } from '@skep/vocabulary';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, SetByDatabase } from './column-types.ts';

export interface BugTables {
  bugs: BugsTable;
  comments: CommentsTable;
  labels: LabelsTable;
  bug_labels: BugLabelsTable;
  bulk_batches: BulkBatchesTable;
  saved_views: SavedViewsTable;
}

interface BugsTable extends Report {
  id: number;
  team_id: number;
  project_id: number;
  status: SetByDatabase<Status>;
  assignee_id: number | null;
  duplicate_of_id: number | null;
  comment_count: SetByDatabase<number>;
  /** Grows by one with every request that changes what is shown of the bug. */
  revision: SetByDatabase<number>;
  created_at: Date;
  updated_at: Date;
  /** When the status became `resolved`; null while it is another. */
  resolved_at: Date | null;
}

interface CommentsTable {
  id: Generated<number>;
  team_id: number;
  bug_id: number;
  author_id: number;
  body: string;
  via: Via;
  created_at: CreatedAt;
  edited_at: Date | null;
}

interface LabelsTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  color: string;
  created_at: CreatedAt;
}

interface BugLabelsTable {
  team_id: number;
  bug_id: number;
  label_id: number;
}

interface BulkBatchesTable {
  id: number;
  user_id: number;
  /** See `Undo` in features/bugs/bulk/batches.ts. */
  undos: ColumnType<unknown, string, never>;
  created_at: CreatedAt;
}

interface SavedViewsTable {
  id: Generated<number>;
  team_id: number;
  user_id: number;
  name: string;
  filters: Record<string, unknown>;
  is_pinned: SetByDatabase<boolean>;
  created_at: CreatedAt;
  updated_at: SetByDatabase<Date>;
}
