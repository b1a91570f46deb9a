import type { Severity, Status, Via } from '@skep/vocabulary';
import type { Generated } from 'kysely';
import type { CreatedAt, SetByDatabase } from './column-types.ts';

export interface BugTables {
  bugs: BugsTable;
  comments: CommentsTable;
  labels: LabelsTable;
  bug_labels: BugLabelsTable;
  saved_views: SavedViewsTable;
}

interface BugsTable {
  id: number;
  team_id: number;
  project_id: number;
  title: string;
  description: string;
  status: SetByDatabase<Status>;
  severity: Severity;
  environment: string | null;
  app_version: string | null;
  stack_trace: string | null;
  url: string | null;
  user_agent: string | null;
  reporter_email: string | null;
  reporter_identifier: string | null;
  /** JSON as it was sent: key order and every digit. */
  extra: string | null;
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
