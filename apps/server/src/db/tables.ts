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

/** Set by the database on insert and never changed. */
export type CreatedAt = ColumnType<Date, never, never>;

/** Has a default, so inserts may omit it. */
export type SetByDatabase<T> = ColumnType<T, T | undefined, T>;

interface Row {
  id: Generated<number>;
  created_at: CreatedAt;
}

interface OfTeam {
  team_id: number;
}

interface OfProject extends OfTeam {
  project_id: number;
}

interface OfBug extends OfProject {
  bug_id: number;
}

export interface Tables {
  users: Row & {
    email: string;
    name: string;
    password_hash: string | null;
    email_verified_at: Date | null;
    /** Access tokens with an earlier `iat` are revoked. */
    tokens_valid_from: SetByDatabase<number>;
    is_operator: SetByDatabase<boolean>;
    /** Last sign-up or sign-in, precise to the day. */
    signed_in_at: SetByDatabase<Date>;
  };
  oauth_identities: { provider: string; subject: string; user_id: number; created_at: CreatedAt };
  password_resets: Row & { user_id: number; expires_at: Date };
  mcp_tokens: Row & {
    user_id: number;
    name: string;
    scopes: Scope[];
    token_hash: Buffer;
    token_prefix: string;
    last_used_at: Date | null;
  };

  teams: Row & {
    name: string;
    slug: string;
    plan: Plan;
    /** Set when the team is closed. It then has no members, its keys are revoked, and a job deletes it. */
    closed_at: Date | null;
  };
  memberships: OfTeam & { user_id: number; joined_at: CreatedAt; origin: SetByDatabase<Origin> };
  invitations: OfTeam & {
    id: Generated<number>;
    email: string;
    invited_by: number | null;
    created_at: ColumnType<Date, never, Date>;
    expires_at: SetByDatabase<Date>;
  };
  projects: Row &
    OfTeam & {
      name: string;
      description: string | null;
      api_key: string;
      rules_version: SetByDatabase<number>;
      reports_per_minute: SetByDatabase<number>;
      allowed_origins: SetByDatabase<string[]>;
      notification_emails: SetByDatabase<string[]>;
      notify_reporters: SetByDatabase<boolean>;
    };
  api_keys: Row &
    OfProject & { name: string; key_hash: Buffer; key_prefix: string; last_used_at: Date | null };

  bugs: Report &
    OfProject & {
      id: number;
      status: SetByDatabase<Status>;
      assignee_id: number | null;
      duplicate_of_id: number | null;
      comment_count: SetByDatabase<number>;
      /** Incremented by every change of what the API returns for the bug. */
      revision: SetByDatabase<number>;
      created_at: Date;
      updated_at: Date;
      /** Null unless the status is `resolved`. */
      resolved_at: Date | null;
    };
  comments: Row &
    OfTeam & { bug_id: number; author_id: number; body: string; via: Via; edited_at: Date | null };
  labels: Row & OfTeam & { name: string; color: string };
  bug_labels: OfTeam & { bug_id: number; label_id: number };
  retention_sweep: { after_id: number; ended_at: Date | null };
  /** `undos` is an `Undo` of features/bugs/bulk/batches.ts. */
  bulk_batches: {
    id: number;
    user_id: number;
    undos: ColumnType<unknown, string, never>;
    created_at: CreatedAt;
  };
  saved_views: Row &
    OfTeam & {
      user_id: number;
      name: string;
      filters: Record<string, unknown>;
      is_pinned: SetByDatabase<boolean>;
      updated_at: SetByDatabase<Date>;
    };

  activity: OfBug & {
    id: Generated<number>;
    kind: string;
    actor_id: number | null;
    via: Via;
    changes: Record<string, unknown> | null;
    created_at: Date;
    request_id: string | null;
  };
  outbox: OfTeam & {
    id: GeneratedAlways<number>;
    activity_ids: number[] | null;
    what: CataloguePart | null;
    user_id: number | null;
    created_at: Generated<Date>;
  };
  stream_events: OfTeam & {
    seq: number;
    activity_id: number | null;
    what: CataloguePart | null;
    user_id: number | null;
    created_at: Date;
  };
  /** One row. */
  sequencer: { singleton: Generated<boolean>; last_seq: number; last_at: Date };

  bug_search: OfTeam & { bug_id: number; tsv: string; fingerprint: string | null };
  search_queue: OfTeam & { bug_id: number };

  key_windows: { key: string; hits: number; hits_before: number; ends_at: Date };
  rate_windows: { bucket: string; hits: number; ends_at: Date };
  project_usage: OfProject & {
    month: string;
    stored: SetByDatabase<number>;
    dropped_quota: SetByDatabase<number>;
    dropped_blocklist: SetByDatabase<number>;
    stored_before: SetByDatabase<number>;
    cap: number | null;
    notified_percent: SetByDatabase<number>;
    logged_drops: SetByDatabase<string[]>;
  };
  blocklist_rules: Row &
    OfProject & { kind: RuleKind; value: string; reason: string | null; match_count: SetByDatabase<number> };
  dropped_reports: OfBug & { created_at: Date };
  idempotency_keys: OfBug & {
    key: string;
    report: string;
    has_user_agent: boolean;
    created_at: Date;
  };

  attachments: Row &
    OfBug & {
      filename: string;
      content_type: ImageType;
      content_length: number;
      object_key: string;
      is_dropped: boolean;
      expires_at: Date;
      next_look_at: SetByDatabase<Date>;
      refused_at: SetByDatabase<Date | null>;
      uploaded_at: Date | null;
      for_comment: SetByDatabase<boolean>;
      comment_id: SetByDatabase<number | null>;
    };
  discarded_objects: {
    object_key: string;
    attempts: SetByDatabase<number>;
    next_attempt_at: SetByDatabase<Date>;
  };

  webhooks: Row &
    OfProject & {
      url: string;
      events: EventType[];
      transform: Transform;
      is_active: SetByDatabase<boolean>;
      secret: string;
      former_secret: string | null;
      former_secret_ends_at: Date | null;
      last_delivery_at: Date | null;
      last_status: DeliveryStatus | null;
      failing_since: Date | null;
    };
  webhook_events: OfProject & {
    id: string;
    type: string;
    bug_id: number | null;
    actor_id: number | null;
    via: Via;
    changes: ColumnType<Record<string, unknown>, string, never>;
    comment_id: number | null;
    request_id: string | null;
    created_at: CreatedAt;
  };
  webhook_bodies: OfTeam & { event_id: string; transform: Transform; body: string };
  webhook_deliveries: Row &
    OfTeam & {
      webhook_id: number;
      event_id: string;
      event: string;
      transform: Transform;
      is_requested: SetByDatabase<boolean>;
      status: SetByDatabase<DeliveryStatus>;
      attempts: SetByDatabase<number>;
      response_status: number | null;
      duration_ms: number | null;
      error: string | null;
      response_excerpt: string | null;
      delivered_at: Date | null;
      next_attempt_at: Date | null;
      leased_until: Date | null;
    };

  mail_addresses: {
    id: Generated<number>;
    email: string;
    muted_at: Date | null;
    seen_at: SetByDatabase<Date>;
  };
  notification_addresses: OfProject & {
    id: Generated<number>;
    address_id: number;
    email: string;
    confirmed_at: Date | null;
    removed_at: Date | null;
    told_up_to: SetByDatabase<number>;
  };
  bug_notices: Row & OfBug;
  resolved_notices: Row & OfBug & { address_id: number };
  recent_mails: {
    kind: string;
    project_id: number;
    address_id: number;
    user_id: number | null;
    sent_at: SetByDatabase<Date>;
  };

  jobs: {
    id: Generated<number>;
    kind: string;
    payload: SetByDatabase<Record<string, unknown>>;
    unique_key: string | null;
    run_at: SetByDatabase<Date>;
    leased_until: Date | null;
    attempts: SetByDatabase<number>;
    last_error: string | null;
    /** The request that enqueued it first. */
    request_id: string | null;
  };
}

/** How a member joined: as founder, invited at their own address, or with a link sent to another address. */
export type Origin = 'founder' | 'mail' | 'link';
