import type { ColumnType, Generated } from 'kysely';
import type { Plan } from '../plans.ts';
import type { ImageType } from '../storage/images.ts';
import type { Severity, Status } from '../triage.ts';

type CreatedAt = ColumnType<Date, never, never>;
type SetByDatabase<T> = ColumnType<T, T | undefined, T>;

export interface UsersTable {
  id: Generated<number>;
  email: string;
  name: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  /** Access tokens with an earlier `iat` (in seconds) are void. */
  tokens_valid_from: SetByDatabase<number>;
  created_at: CreatedAt;
}

export interface OAuthIdentitiesTable {
  provider: string;
  subject: string;
  user_id: number;
  created_at: CreatedAt;
}

export interface PasswordResetsTable {
  id: Generated<number>;
  user_id: number;
  created_at: CreatedAt;
  expires_at: Date;
}

export interface McpTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  scopes: string[];
  token_hash: Buffer;
  token_prefix: string;
  created_at: CreatedAt;
  last_used_at: Date | null;
}

export interface TeamsTable {
  id: Generated<number>;
  name: string;
  slug: string;
  plan: Plan;
  created_at: CreatedAt;
}

export interface MembershipsTable {
  team_id: number;
  user_id: number;
  joined_at: CreatedAt;
}

export interface InvitationsTable {
  id: Generated<number>;
  team_id: number;
  email: string;
  invited_by: number | null;
  created_at: ColumnType<Date, never, Date>;
  expires_at: ColumnType<Date, Date | undefined, Date>;
}

export interface ProjectsTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  description: string | null;
  api_key: string;
  reports_per_minute: SetByDatabase<number>;
  allowed_origins: SetByDatabase<string[]>;
  notification_emails: SetByDatabase<string[]>;
  created_at: CreatedAt;
}

export interface ApiKeysTable {
  id: Generated<number>;
  project_id: number;
  name: string;
  key_hash: Buffer;
  key_prefix: string;
  created_at: CreatedAt;
  last_used_at: Date | null;
}

export interface ProjectUsageTable {
  project_id: number;
  month: string;
  stored: SetByDatabase<number>;
  dropped_quota: SetByDatabase<number>;
  dropped_blocklist: SetByDatabase<number>;
  stored_before: SetByDatabase<number>;
  cap: number | null;
}

export interface BugsTable {
  id: number;
  project_id: number;
  team_id: number;
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

export interface ActivityTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  bug_id: number;
  kind: string;
  actor_id: number | null;
  via: 'dashboard' | 'mcp' | 'api';
  changes: Record<string, unknown> | null;
  created_at: Date;
  /** Of the transaction that wrote it. */
  xid: ColumnType<string, never, never>;
}

export interface LabelsTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  color: string;
  created_at: CreatedAt;
}

export interface BugLabelsTable {
  bug_id: number;
  label_id: number;
}

export interface CommentsTable {
  id: Generated<number>;
  bug_id: number;
  author_id: number;
  body: string;
  via: 'dashboard' | 'mcp' | 'api';
  created_at: CreatedAt;
  edited_at: Date | null;
}

export interface SavedViewsTable {
  id: Generated<number>;
  team_id: number;
  user_id: number;
  name: string;
  filters: Record<string, unknown>;
  is_pinned: SetByDatabase<boolean>;
  created_at: CreatedAt;
  updated_at: SetByDatabase<Date>;
}

/** How many bugs there are of each kind, but for what `bug_deltas` still holds. */
export interface BugCountsTable {
  team_id: number;
  /** 0 for the bug itself. */
  label_id: number;
  project_id: number;
  status: Status;
  severity: Severity;
  /** 0 for nobody. */
  assignee_id: number;
  n: number;
}

export interface BugDeltasTable extends BugCountsTable {
  created_on: string | null;
  resolved_on: string | null;
  resolve_seconds: number | null;
}

export interface DroppedReportsTable {
  bug_id: number;
  project_id: number;
  created_at: Date;
}

export interface KeyWindowsTable {
  key: string;
  hits: number;
  hits_before: number;
  ends_at: Date;
}

export interface IdempotencyKeysTable {
  project_id: number;
  key: string;
  bug_id: number;
  /** The report as it was first sent: the answer is made from it again. */
  report: string;
  created_at: Date;
}

export interface BlocklistRulesTable {
  id: Generated<number>;
  project_id: number;
  kind: 'email' | 'ip' | 'user_agent' | 'keyword';
  value: string;
  reason: string | null;
  match_count: SetByDatabase<number>;
  created_at: CreatedAt;
}

export interface AttachmentsTable {
  id: Generated<number>;
  bug_id: number;
  project_id: number;
  filename: string;
  content_type: ImageType;
  content_length: number;
  object_key: string;
  /** Of a dropped report: taken like any other, and thrown away. */
  is_dropped: boolean;
  expires_at: Date;
  /** When an S3 store is asked for it again. */
  next_look_at: SetByDatabase<Date>;
  uploaded_at: Date | null;
  created_at: CreatedAt;
}

export interface DiscardedObjectsTable {
  object_key: string;
  attempts: SetByDatabase<number>;
  next_attempt_at: SetByDatabase<Date>;
}

export interface RateWindowsTable {
  bucket: string;
  hits: number;
  ends_at: Date;
}

export interface JobsTable {
  id: Generated<number>;
  kind: string;
  payload: SetByDatabase<Record<string, unknown>>;
  /** At most one waiting job has a given key. */
  unique_key: string | null;
  run_at: SetByDatabase<Date>;
  leased_until: Date | null;
  attempts: SetByDatabase<number>;
  last_error: string | null;
}

export interface Tables {
  users: UsersTable;
  oauth_identities: OAuthIdentitiesTable;
  password_resets: PasswordResetsTable;
  mcp_tokens: McpTokensTable;
  teams: TeamsTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  projects: ProjectsTable;
  api_keys: ApiKeysTable;
  project_usage: ProjectUsageTable;
  bugs: BugsTable;
  activity: ActivityTable;
  labels: LabelsTable;
  bug_labels: BugLabelsTable;
  comments: CommentsTable;
  saved_views: SavedViewsTable;
  bug_counts: BugCountsTable;
  bug_deltas: BugDeltasTable;
  event_cursor: { xid: string; activity_id: number };
  dropped_reports: DroppedReportsTable;
  key_windows: KeyWindowsTable;
  idempotency_keys: IdempotencyKeysTable;
  blocklist_rules: BlocklistRulesTable;
  attachments: AttachmentsTable;
  discarded_objects: DiscardedObjectsTable;
  sender_version: { version: number };
  rate_windows: RateWindowsTable;
  jobs: JobsTable;
}
