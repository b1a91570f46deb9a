import type {
  CataloguePart,
  DeliveryStatus,
  EventType,
  ImageType,
  Plan,
  Report,
  RuleKind,
  Scope,
  Status,
  Transform,
  Via,
} from '@skep/vocabulary';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A time that the database sets when the row is inserted, and that never changes. */
export type CreatedAt = ColumnType<Date, never, never>;

/** A column with a default, so that an insert may leave it out. */
export type SetByDatabase<T> = ColumnType<T, T | undefined, T>;

/** Every table of the database, as the migrations make them. */
export interface Tables
  extends AccountTables,
    TeamAndProjectTables,
    BugTables,
    ActivityTables,
    IngestTables,
    SearchTables,
    AttachmentTables,
    WebhookTables,
    MailTables,
    JobAndLimitTables {}

export interface AccountTables {
  users: UsersTable;
  oauth_identities: OAuthIdentitiesTable;
  password_resets: PasswordResetsTable;
  mcp_tokens: McpTokensTable;
}

interface UsersTable {
  id: Generated<number>;
  email: string;
  name: string;
  password_hash: string | null;
  email_verified_at: Date | null;
  /** Access tokens with an earlier `iat` (in seconds) are void. */
  tokens_valid_from: SetByDatabase<number>;
  /** Whether they see and change what concerns the whole installation. */
  is_operator: SetByDatabase<boolean>;
  /** When they signed up or last signed in, to the day. */
  signed_in_at: SetByDatabase<Date>;
  created_at: CreatedAt;
}

interface OAuthIdentitiesTable {
  provider: string;
  subject: string;
  user_id: number;
  created_at: CreatedAt;
}

interface PasswordResetsTable {
  id: Generated<number>;
  user_id: number;
  created_at: CreatedAt;
  expires_at: Date;
}

interface McpTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  scopes: Scope[];
  token_hash: Buffer;
  token_prefix: string;
  created_at: CreatedAt;
  last_used_at: Date | null;
}

export interface TeamAndProjectTables {
  teams: TeamsTable;
  memberships: MembershipsTable;
  invitations: InvitationsTable;
  projects: ProjectsTable;
  api_keys: ApiKeysTable;
}

interface TeamsTable {
  id: Generated<number>;
  name: string;
  slug: string;
  plan: Plan;
  /** From then on nobody is in it, its keys are void, and a job deletes it. */
  closed_at: Date | null;
  created_at: CreatedAt;
}

interface MembershipsTable {
  team_id: number;
  user_id: number;
  joined_at: CreatedAt;
  /** How the member came: as founder, invited at the account's own address, or with a link that was mailed to another one. */
  origin: SetByDatabase<Origin>;
}

export type Origin = 'founder' | 'mail' | 'link';

interface InvitationsTable {
  id: Generated<number>;
  team_id: number;
  email: string;
  invited_by: number | null;
  created_at: ColumnType<Date, never, Date>;
  expires_at: ColumnType<Date, Date | undefined, Date>;
}

interface ProjectsTable {
  id: Generated<number>;
  team_id: number;
  name: string;
  description: string | null;
  api_key: string;
  /** Raised with every change of its blocklist rules. */
  rules_version: SetByDatabase<number>;
  reports_per_minute: SetByDatabase<number>;
  allowed_origins: SetByDatabase<string[]>;
  notification_emails: SetByDatabase<string[]>;
  notify_reporters: SetByDatabase<boolean>;
  created_at: CreatedAt;
}

interface ApiKeysTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  name: string;
  key_hash: Buffer;
  key_prefix: string;
  created_at: CreatedAt;
  last_used_at: Date | null;
}

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

export interface SearchTables {
  bug_search: BugSearchTable;
  search_queue: SearchQueueTable;
}

interface BugSearchTable {
  bug_id: number;
  team_id: number;
  tsv: string;
  fingerprint: string | null;
}

/** The bugs that have to be indexed, because a text that can be searched is new, has changed or is gone. */
interface SearchQueueTable {
  bug_id: number;
  team_id: number;
}

export interface IngestTables {
  key_windows: KeyWindowsTable;
  project_usage: ProjectUsageTable;
  blocklist_rules: BlocklistRulesTable;
  dropped_reports: DroppedReportsTable;
  idempotency_keys: IdempotencyKeysTable;
}

interface KeyWindowsTable {
  key: string;
  hits: number;
  hits_before: number;
  ends_at: Date;
}

interface ProjectUsageTable {
  team_id: number;
  project_id: number;
  month: string;
  stored: SetByDatabase<number>;
  dropped_quota: SetByDatabase<number>;
  dropped_blocklist: SetByDatabase<number>;
  stored_before: SetByDatabase<number>;
  cap: number | null;
}

interface BlocklistRulesTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  kind: RuleKind;
  value: string;
  reason: string | null;
  match_count: SetByDatabase<number>;
  created_at: CreatedAt;
}

interface DroppedReportsTable {
  bug_id: number;
  team_id: number;
  project_id: number;
  created_at: Date;
}

interface IdempotencyKeysTable {
  team_id: number;
  project_id: number;
  key: string;
  bug_id: number;
  /** The report as it was first sent, from which the answer to a repeated request is made. */
  report: string;
  /** Whether the report itself named its user agent, rather than the headers of the request. */
  has_user_agent: boolean;
  created_at: Date;
}

export interface AttachmentTables {
  attachments: AttachmentsTable;
  discarded_objects: DiscardedObjectsTable;
}

interface AttachmentsTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  bug_id: number;
  filename: string;
  content_type: ImageType;
  content_length: number;
  object_key: string;
  /** Whether its report was dropped: then the image is accepted like any other, and thrown away. */
  is_dropped: boolean;
  expires_at: Date;
  /** When an S3 store is asked again whether the image has been uploaded. */
  next_look_at: SetByDatabase<Date>;
  /** When a PUT to its upload URL was last refused. Until then, or until it expires, others cannot replace it. */
  refused_at: SetByDatabase<Date | null>;
  uploaded_at: Date | null;
  created_at: CreatedAt;
}

interface DiscardedObjectsTable {
  object_key: string;
  attempts: SetByDatabase<number>;
  next_attempt_at: SetByDatabase<Date>;
}

export interface WebhookTables {
  webhooks: WebhooksTable;
  webhook_events: WebhookEventsTable;
  webhook_bodies: WebhookBodiesTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

interface WebhooksTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  url: string;
  events: EventType[];
  transform: Transform;
  is_active: SetByDatabase<boolean>;
  secret: string;
  /** The secret before the last rotation, which for a while signs too. */
  former_secret: string | null;
  former_secret_ends_at: Date | null;
  last_delivery_at: Date | null;
  last_status: DeliveryStatus | null;
  /** When the first failure was after which nothing has succeeded. */
  failing_since: Date | null;
  created_at: CreatedAt;
}

/** An event that webhooks are told of, with all that the body of its deliveries is made from. */
interface WebhookEventsTable {
  id: string;
  team_id: number;
  project_id: number;
  type: string;
  /** Null for a test event, which is about no bug. */
  bug_id: number | null;
  actor_id: number | null;
  via: Via;
  changes: ColumnType<Record<string, unknown>, string, never>;
  comment_id: number | null;
  request_id: string | null;
  created_at: CreatedAt;
}

interface WebhookBodiesTable {
  team_id: number;
  event_id: string;
  transform: Transform;
  /** The body exactly as it is sent, on every attempt. */
  body: string;
}

interface WebhookDeliveriesTable {
  id: Generated<number>;
  team_id: number;
  webhook_id: number;
  event_id: string;
  event: string;
  /** The form that the webhook wanted when the event happened. */
  transform: Transform;
  /** Whether somebody asked for this delivery: then it is sent although the webhook is switched off. */
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

export interface MailTables {
  mail_addresses: MailAddressesTable;
  notification_addresses: NotificationAddressesTable;
  bug_notices: BugNoticesTable;
  resolved_notices: ResolvedNoticesTable;
  recent_mails: RecentMailsTable;
}

/** Everybody who is mailed about bugs; addresses are stored with ASCII letters folded. */
interface MailAddressesTable {
  id: Generated<number>;
  email: string;
  muted_at: Date | null;
  seen_at: SetByDatabase<Date>;
}

/** Each of a project's `notification_emails`, and for a while those that have been removed from them. */
interface NotificationAddressesTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  address_id: number;
  /** The address as it is spelled in the list. */
  email: string;
  confirmed_at: Date | null;
  removed_at: Date | null;
  /** The id of the last notice that was mailed. */
  told_up_to: SetByDatabase<number>;
}

/** New bugs that somebody is to be told of. */
interface BugNoticesTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  bug_id: number;
  created_at: CreatedAt;
}

/** Resolved bugs that their reporters are to be told of. */
interface ResolvedNoticesTable {
  id: Generated<number>;
  team_id: number;
  project_id: number;
  address_id: number;
  bug_id: number;
  created_at: CreatedAt;
}

interface RecentMailsTable {
  kind: string;
  project_id: number;
  address_id: number;
  user_id: number | null;
  sent_at: SetByDatabase<Date>;
}

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
