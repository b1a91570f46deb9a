import type {
  DeliveryStatus,
  EventType,
  ImageType,
  Plan,
  RuleKind,
  Scope,
  Severity,
  Status,
  Transform,
  Via,
} from '@skep/vocabulary';
import type { ColumnType, Generated } from 'kysely';

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
  scopes: Scope[];
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
  /** Founded it, was invited at the account's own address, or came with a link that was mailed to another one. */
  origin: SetByDatabase<Origin>;
}

export type Origin = 'founder' | 'mail' | 'link';

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
  notify_reporters: SetByDatabase<boolean>;
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
  via: Via;
  changes: Record<string, unknown> | null;
  created_at: Date;
  /** Of the transaction that wrote it. */
  xid: ColumnType<string, never, never>;
}

/** How far a follower of activity has come. */
export interface CursorTable {
  seen: string;
  begun: string | null;
  begun_up_to: number | null;
  written_by: string;
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
  via: Via;
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

/** How many bugs were created and resolved on each day, but for what `bug_deltas` still holds. */
export interface BugDaysTable
  extends Record<`status_${Status}`, number>,
    Record<`severity_${Severity}`, number> {
  team_id: number;
  /** 0 for the team as a whole. */
  project_id: number;
  /** -infinity for all days. */
  day: string;
  created: number;
  resolved: number;
}

export interface ResolveTimesTable {
  team_id: number;
  /** -infinity for all days. */
  day: string;
  bucket: number;
  n: number;
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

export interface SenderChangesTable {
  project_id: number;
  changed_in: string;
  rules_changed_in: string | null;
  changed_at: Date;
}

export interface IdempotencyKeysTable {
  project_id: number;
  key: string;
  bug_id: number;
  /** The report as it was first sent: the answer is made from it again. */
  report: string;
  /** Whether its user agent is its own, rather than that of the request. */
  has_user_agent: boolean | null;
  created_at: Date;
}

export interface BlocklistRulesTable {
  id: Generated<number>;
  project_id: number;
  kind: RuleKind;
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

/** New bugs that somebody is to be told of. */
export interface BugNoticesTable {
  id: Generated<number>;
  project_id: number;
  bug_id: number;
  created_at: CreatedAt;
}

/** Everybody who is mailed about bugs, with ASCII letters folded. */
export interface MailAddressesTable {
  id: Generated<number>;
  email: string;
  muted_at: Date | null;
  seen_at: SetByDatabase<Date>;
}

/** Each of a project's `notification_emails`, and for a while those that were. */
export interface NotificationAddressesTable {
  id: Generated<number>;
  project_id: number;
  address_id: number;
  /** As it is spelled in the list. */
  email: string;
  confirmed_at: Date | null;
  removed_at: Date | null;
  /** The last notice that was mailed. */
  told_up_to: SetByDatabase<number>;
}

/** Resolved bugs that their reporters are to be told of. */
export interface ResolvedNoticesTable {
  id: Generated<number>;
  project_id: number;
  address_id: number;
  bug_id: number;
  created_at: CreatedAt;
}

export interface RecentMailsTable {
  kind: string;
  project_id: number;
  address_id: number;
  user_id: number | null;
  sent_at: SetByDatabase<Date>;
}

export interface WebhooksTable {
  id: Generated<number>;
  project_id: number;
  url: string;
  events: EventType[];
  transform: Transform;
  is_active: SetByDatabase<boolean>;
  secret: string;
  /** Signs too, for a while after it was replaced. */
  former_secret: string | null;
  former_secret_ends_at: Date | null;
  last_delivery_at: Date | null;
  last_status: DeliveryStatus | null;
  /** The first failure after which there was no success. */
  failing_since: Date | null;
  is_slow: SetByDatabase<boolean>;
  created_at: CreatedAt;
}

/** Of an event that a webhook is told of: all that its body is made from. */
export interface WebhookEventsTable {
  id: string;
  type: string;
  project_id: number;
  /** Null for a test. */
  bug_id: number | null;
  actor_id: number | null;
  via: Via;
  changes: ColumnType<Record<string, unknown>, string, never>;
  comment_id: number | null;
  created_at: CreatedAt;
}

export interface WebhookBodiesTable {
  event_id: string;
  transform: Transform;
  /** As it is sent, to the letter. */
  body: string;
}

export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  event_id: string;
  event: string;
  /** As the webhook wanted it when the event happened. */
  transform: Transform;
  /** Somebody asked for it: it is sent although the webhook is switched off. */
  is_requested: SetByDatabase<boolean>;
  status: SetByDatabase<DeliveryStatus>;
  attempts: SetByDatabase<number>;
  response_status: number | null;
  duration_ms: number | null;
  error: string | null;
  response_excerpt: string | null;
  created_at: CreatedAt;
  delivered_at: Date | null;
  next_attempt_at: Date | null;
  leased_until: Date | null;
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
  bug_days: BugDaysTable;
  resolve_times: ResolveTimesTable;
  event_cursor: CursorTable & { numbering: number };
  search_cursor: CursorTable;
  bug_search: { bug_id: number; words: string };
  dropped_reports: DroppedReportsTable;
  key_windows: KeyWindowsTable;
  idempotency_keys: IdempotencyKeysTable;
  blocklist_rules: BlocklistRulesTable;
  attachments: AttachmentsTable;
  discarded_objects: DiscardedObjectsTable;
  sender_changes: SenderChangesTable;
  bug_notices: BugNoticesTable;
  mail_addresses: MailAddressesTable;
  notification_addresses: NotificationAddressesTable;
  resolved_notices: ResolvedNoticesTable;
  recent_mails: RecentMailsTable;
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_bodies: WebhookBodiesTable;
  webhook_deliveries: WebhookDeliveriesTable;
  rate_windows: RateWindowsTable;
  jobs: JobsTable;
}
