import type { Report, Status, Via } from '@skep/vocabulary';
import type { Generated } from 'kysely';
import type { CreatedAt, SetByDatabase } from './column-types.ts';

export interface BugTables {
  bugs: BugsTable;
  comments: CommentsTable;
  labels: LabelsTable;
  bug_labels: BugLabelsTable;
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
