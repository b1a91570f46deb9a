create sequence batch_ids;

create sequence bug_ids;

create table activity (
  id bigint not null generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  bug_id bigint not null,
  kind text not null,
  actor_id bigint,
  via text not null,
  changes jsonb,
  created_at timestamp(3) with time zone not null,
  request_id uuid,
  constraint activity_pkey PRIMARY KEY (id),
  constraint activity_via_check CHECK ((via = ANY (ARRAY['dashboard'::text, 'mcp'::text, 'api'::text])))
);

CREATE INDEX activity_bug ON activity USING btree (bug_id, id);

create table api_keys (
  id bigint not null generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  name text not null,
  key_hash bytea not null,
  key_prefix text not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  constraint api_keys_hash_key UNIQUE (key_hash),
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_project_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects(team_id, id) ON DELETE CASCADE
);

CREATE INDEX api_keys_project ON api_keys USING btree (project_id);

create table attachments (
  id bigint not null generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  bug_id bigint not null,
  filename text not null,
  content_type text not null,
  content_length integer not null,
  object_key text not null,
  is_dropped boolean not null,
  expires_at timestamp(3) with time zone not null,
  next_look_at timestamp(3) with time zone not null default now(),
  uploaded_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  refused_at timestamp with time zone,
  for_comment boolean not null default false,
  comment_id bigint,
  constraint attachments_comment_id_check CHECK (((comment_id IS NULL) OR for_comment)),
  constraint attachments_pkey PRIMARY KEY (id)
);

CREATE INDEX attachments_bug ON attachments USING btree (bug_id);

CREATE INDEX attachments_dropped ON attachments USING btree (bug_id) WHERE is_dropped;

CREATE INDEX attachments_pending ON attachments USING btree (next_look_at) WHERE (uploaded_at IS NULL);

CREATE INDEX attachments_project ON attachments USING btree (project_id);

CREATE INDEX attachments_unnamed ON attachments USING btree (created_at) WHERE (for_comment AND (comment_id IS NULL));

CREATE UNIQUE INDEX attachments_report ON attachments USING btree (bug_id) WHERE (NOT for_comment);

create table blocklist_rules (
  id bigint not null generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  kind text not null,
  value text not null,
  reason text,
  match_count bigint not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  constraint blocklist_rules_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'ip'::text, 'user_agent'::text, 'keyword'::text]))),
  constraint blocklist_rules_pkey PRIMARY KEY (id),
  constraint blocklist_rules_project_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects(team_id, id) ON DELETE CASCADE
);

CREATE INDEX blocklist_rules_project ON blocklist_rules USING btree (project_id, id);

create table bug_labels (
  team_id bigint not null,
  bug_id bigint not null,
  label_id bigint not null,
  constraint bug_labels_label_id_fkey FOREIGN KEY (label_id) REFERENCES labels(id) ON DELETE CASCADE,
  constraint bug_labels_pkey PRIMARY KEY (bug_id, label_id)
);

CREATE INDEX bug_labels_label ON bug_labels USING btree (label_id, bug_id);

create table bug_notices (
  id bigint not null generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  bug_id bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint bug_notices_pkey PRIMARY KEY (team_id, project_id, id)
);

CREATE INDEX bug_notices_created_at ON bug_notices USING btree (created_at);

create table bug_search (
  bug_id bigint not null,
  team_id bigint not null,
  tsv tsvector not null,
  fingerprint bigint,
  constraint bug_search_pkey PRIMARY KEY (bug_id)
);

CREATE INDEX bug_search_fingerprint ON bug_search USING btree (fingerprint, bug_id) WHERE (fingerprint IS NOT NULL);

CREATE INDEX bug_search_words ON bug_search USING gin (tsv);

create table bugs (
  id bigint not null,
  team_id bigint not null,
  project_id bigint not null,
  title text not null,
  description text not null,
  status text not null default 'open'::text,
  severity text not null,
  environment text,
  app_version text,
  stack_trace text,
  url text,
  user_agent text,
  browser text,
  os text,
  reporter_email text,
  reporter_identifier text,
  extra text,
  assignee_id bigint,
  duplicate_of_id bigint,
  comment_count integer not null default 0,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  resolved_at timestamp(3) with time zone,
  revision integer not null default 1,
  constraint bugs_pkey PRIMARY KEY (id),
  constraint bugs_severity_check CHECK ((severity = ANY (ARRAY['low'::text, 'medium'::text, 'high'::text, 'critical'::text]))),
  constraint bugs_status_check CHECK ((status = ANY (ARRAY['open'::text, 'in_progress'::text, 'resolved'::text, 'closed'::text, 'wont_fix'::text, 'spam'::text])))
) with (autovacuum_vacuum_insert_scale_factor=0.01);

CREATE INDEX bugs_app_version ON bugs USING btree (team_id, "left"(app_version, 100), id);

CREATE INDEX bugs_assignee ON bugs USING btree (assignee_id, id) WHERE (assignee_id IS NOT NULL);

CREATE INDEX bugs_created ON bugs USING btree (team_id, created_at) INCLUDE (project_id, status, severity, resolved_at);

CREATE INDEX bugs_duplicates ON bugs USING btree (duplicate_of_id) WHERE (duplicate_of_id IS NOT NULL);

CREATE INDEX bugs_environment ON bugs USING btree (team_id, "left"(environment, 100), id);

CREATE INDEX bugs_newest ON bugs USING btree (team_id, id) INCLUDE (project_id, status, severity, assignee_id, duplicate_of_id, created_at, updated_at, browser, os);

CREATE INDEX bugs_project ON bugs USING btree (project_id, id);

CREATE INDEX bugs_reporter_email ON bugs USING btree (team_id, fold_ascii("left"(reporter_email, 100)), id);

CREATE INDEX bugs_reporter_identifier ON bugs USING btree (team_id, fold_ascii("left"(reporter_identifier, 100)), id);

CREATE INDEX bugs_resolved ON bugs USING btree (team_id, resolved_at) INCLUDE (project_id, created_at) WHERE (resolved_at IS NOT NULL);

CREATE INDEX bugs_severity ON bugs USING btree (team_id, severity_rank(severity), id) INCLUDE (severity);

CREATE INDEX bugs_updated ON bugs USING btree (team_id, updated_at, id);

CREATE STATISTICS bugs_families ON fold_ascii(browser), fold_ascii(os) FROM bugs;

create table bulk_batches (
  id bigint not null,
  user_id bigint not null,
  undos json not null storage e,
  created_at timestamp(3) with time zone not null default now(),
  constraint bulk_batches_pkey PRIMARY KEY (id)
);

CREATE INDEX bulk_batches_created_at ON bulk_batches USING btree (created_at);

create table comments (
  id bigint not null generated always as identity,
  team_id bigint not null,
  bug_id bigint not null,
  author_id bigint not null,
  body text not null,
  via text not null,
  created_at timestamp(3) with time zone not null default now(),
  edited_at timestamp(3) with time zone,
  constraint comments_pkey PRIMARY KEY (id),
  constraint comments_via_check CHECK ((via = ANY (ARRAY['dashboard'::text, 'mcp'::text, 'api'::text])))
);

CREATE INDEX comments_bug ON comments USING btree (bug_id, id);

create table discarded_objects (
  object_key text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp(3) with time zone not null default now(),
  constraint discarded_objects_pkey PRIMARY KEY (object_key)
);

CREATE INDEX discarded_objects_next_attempt_at ON discarded_objects USING btree (next_attempt_at);

create table dropped_reports (
  bug_id bigint not null,
  team_id bigint not null,
  project_id bigint not null,
  created_at timestamp(3) with time zone not null,
  constraint dropped_reports_pkey PRIMARY KEY (bug_id),
  constraint dropped_reports_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE
);

CREATE INDEX dropped_reports_created_at ON dropped_reports USING btree (created_at);

CREATE INDEX dropped_reports_project ON dropped_reports USING btree (project_id);

create table idempotency_keys (
  team_id bigint not null,
  project_id bigint not null,
  key text not null,
  bug_id bigint not null,
  report text not null,
  has_user_agent boolean not null,
  created_at timestamp(3) with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (team_id, project_id, key),
  constraint idempotency_keys_project_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects(team_id, id) ON DELETE CASCADE
);

CREATE INDEX idempotency_keys_created_at ON idempotency_keys USING btree (created_at);

create table invitations (
  id bigint not null generated always as identity,
  team_id bigint not null,
  email text not null,
  invited_by bigint,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null default (now() + '7 days'::interval),
  constraint invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);

CREATE INDEX invitations_email ON invitations USING btree (fold_ascii(email));

CREATE INDEX invitations_invited_by ON invitations USING btree (invited_by);

CREATE UNIQUE INDEX invitations_team_email_key ON invitations USING btree (team_id, fold_ascii(email));

create table jobs (
  id bigint not null generated always as identity,
  kind text not null,
  payload jsonb not null default '{}'::jsonb,
  unique_key text,
  run_at timestamp with time zone not null default now(),
  leased_until timestamp with time zone,
  attempts integer not null default 0,
  last_error text,
  request_id uuid,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_unique_key_key UNIQUE (unique_key)
);

CREATE INDEX jobs_run_at ON jobs USING btree (run_at, id);

create unlogged table key_windows (
  key text not null,
  hits integer not null,
  hits_before integer not null,
  ends_at timestamp with time zone not null,
  constraint key_windows_pkey PRIMARY KEY (key)
) with (fillfactor=50);

create table labels (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  color text not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint labels_pkey PRIMARY KEY (id),
  constraint labels_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX labels_team_name_key ON labels USING btree (team_id, lower(name));

create table mail_addresses (
  id bigint not null generated always as identity,
  email text not null,
  muted_at timestamp(3) with time zone,
  seen_at timestamp(3) with time zone not null default now(),
  constraint mail_addresses_email_key UNIQUE (email),
  constraint mail_addresses_pkey PRIMARY KEY (id)
);

create table mcp_tokens (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  scopes text[] not null,
  token_hash bytea not null,
  token_prefix text not null,
  created_at timestamp(3) with time zone not null default now(),
  last_used_at timestamp(3) with time zone,
  constraint mcp_tokens_hash_key UNIQUE (token_hash),
  constraint mcp_tokens_pkey PRIMARY KEY (id),
  constraint mcp_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX mcp_tokens_user ON mcp_tokens USING btree (user_id);

create table memberships (
  team_id bigint not null,
  user_id bigint not null,
  joined_at timestamp(3) with time zone not null default now(),
  origin text not null default 'link'::text,
  constraint memberships_origin_check CHECK ((origin = ANY (ARRAY['founder'::text, 'mail'::text, 'link'::text]))),
  constraint memberships_pkey PRIMARY KEY (team_id, user_id),
  constraint memberships_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX memberships_user ON memberships USING btree (user_id);

create table notification_addresses (
  id bigint not null generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  address_id bigint not null,
  email text not null,
  confirmed_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  told_up_to bigint not null default 0,
  constraint notification_addresses_address_id_fkey FOREIGN KEY (address_id) REFERENCES mail_addresses(id),
  constraint notification_addresses_key UNIQUE (project_id, address_id),
  constraint notification_addresses_pkey PRIMARY KEY (id),
  constraint notification_addresses_project_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects(team_id, id) ON DELETE CASCADE
);

CREATE INDEX notification_addresses_address ON notification_addresses USING btree (address_id);

create table oauth_identities (
  provider text not null,
  subject text not null,
  user_id bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint oauth_identities_pkey PRIMARY KEY (provider, subject),
  constraint oauth_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX oauth_identities_user ON oauth_identities USING btree (user_id);

create table outbox (
  id bigint not null generated always as identity,
  team_id bigint not null,
  activity_ids bigint[],
  what text,
  user_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  constraint outbox_pkey PRIMARY KEY (id),
  constraint outbox_what_check CHECK ((what = ANY (ARRAY['labels'::text, 'projects'::text, 'members'::text, 'views'::text, 'team'::text])))
);

create table password_resets (
  id bigint not null generated always as identity,
  user_id bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  expires_at timestamp(3) with time zone not null,
  constraint password_resets_pkey PRIMARY KEY (id),
  constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE INDEX password_resets_user ON password_resets USING btree (user_id);

create table project_usage (
  team_id bigint not null,
  project_id bigint not null,
  month text not null,
  stored integer not null default 0,
  dropped_quota integer not null default 0,
  dropped_blocklist integer not null default 0,
  stored_before integer not null default 0,
  cap integer,
  notified_percent integer not null default 0,
  logged_drops text[] not null default '{}'::text[],
  constraint project_usage_pkey PRIMARY KEY (team_id, project_id, month),
  constraint project_usage_project_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects(team_id, id) ON DELETE CASCADE
) with (fillfactor=50);

create table projects (
  id bigint not null generated always as identity,
  team_id bigint not null,
  name text not null,
  description text,
  api_key text not null,
  rules_version integer not null default 0,
  reports_per_minute integer not null default 60,
  allowed_origins text[] not null default '{}'::text[],
  notification_emails text[] not null default '{}'::text[],
  notify_reporters boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  constraint projects_api_key_key UNIQUE (api_key),
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_reports_per_minute_check CHECK ((reports_per_minute > 0)),
  constraint projects_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE,
  constraint projects_team_key UNIQUE (team_id, id)
);

create table rate_windows (
  bucket text not null,
  hits integer not null,
  ends_at timestamp with time zone not null,
  constraint rate_windows_pkey PRIMARY KEY (bucket)
);

CREATE INDEX rate_windows_ends_at ON rate_windows USING btree (ends_at);

create table recent_mails (
  kind text not null,
  project_id bigint not null,
  address_id bigint not null,
  user_id bigint,
  sent_at timestamp(3) with time zone not null default now(),
  constraint recent_mails_pkey PRIMARY KEY (kind, project_id, address_id)
);

CREATE INDEX recent_mails_address ON recent_mails USING btree (address_id, sent_at);

CREATE INDEX recent_mails_sent_at ON recent_mails USING btree (sent_at);

CREATE INDEX recent_mails_user ON recent_mails USING btree (user_id, sent_at);

create table resolved_notices (
  id bigint not null generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  address_id bigint not null,
  bug_id bigint not null,
  created_at timestamp(3) with time zone not null default now(),
  constraint resolved_notices_pkey PRIMARY KEY (address_id, project_id, id)
);

CREATE INDEX resolved_notices_created_at ON resolved_notices USING btree (created_at);

create table retention_sweep (
  after_id bigint not null,
  ended_at timestamp(3) with time zone,
  singleton boolean not null default true,
  constraint retention_sweep_pkey PRIMARY KEY (singleton),
  constraint retention_sweep_singleton_check CHECK (singleton)
);

create table saved_views (
  id bigint not null generated always as identity,
  team_id bigint not null,
  user_id bigint not null,
  name text not null,
  filters jsonb not null,
  is_pinned boolean not null default false,
  created_at timestamp(3) with time zone not null default now(),
  updated_at timestamp(3) with time zone not null default now(),
  constraint saved_views_pkey PRIMARY KEY (id),
  constraint saved_views_team_id_user_id_fkey FOREIGN KEY (team_id, user_id) REFERENCES memberships(team_id, user_id) ON DELETE CASCADE
);

CREATE INDEX saved_views_owner ON saved_views USING btree (team_id, user_id);

create table search_queue (
  bug_id bigint not null,
  team_id bigint not null,
  constraint search_queue_pkey PRIMARY KEY (bug_id)
);

create table sequencer (
  singleton boolean not null default true,
  last_seq bigint not null,
  last_at timestamp(3) with time zone not null,
  constraint sequencer_pkey PRIMARY KEY (singleton),
  constraint sequencer_singleton_check CHECK (singleton)
);

create table stream_events (
  seq bigint not null,
  team_id bigint not null,
  activity_id bigint,
  what text,
  user_id bigint,
  created_at timestamp(3) with time zone not null,
  constraint stream_events_pkey PRIMARY KEY (seq)
);

CREATE INDEX stream_events_team ON stream_events USING btree (team_id, seq);

create table teams (
  id bigint not null generated always as identity,
  name text not null,
  slug text not null,
  plan text not null,
  created_at timestamp(3) with time zone not null default now(),
  closed_at timestamp(3) with time zone,
  constraint teams_pkey PRIMARY KEY (id),
  constraint teams_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'unlimited'::text]))),
  constraint teams_slug_key UNIQUE (slug)
);

create table users (
  id bigint not null generated always as identity,
  email text not null,
  name text not null,
  password_hash text,
  email_verified_at timestamp(3) with time zone,
  tokens_valid_from bigint not null default 0,
  created_at timestamp(3) with time zone not null default now(),
  is_operator boolean not null default false,
  signed_in_at timestamp(3) with time zone not null default now(),
  constraint users_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX users_email_key ON users USING btree (fold_ascii(email));

create table webhook_bodies (
  team_id bigint not null,
  event_id text not null,
  transform text not null,
  body text not null,
  constraint webhook_bodies_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON DELETE CASCADE,
  constraint webhook_bodies_pkey PRIMARY KEY (event_id, transform),
  constraint webhook_bodies_transform_check CHECK ((transform = ANY (ARRAY['raw'::text, 'slack'::text, 'discord'::text])))
);

create table webhook_deliveries (
  id bigint not null generated always as identity,
  team_id bigint not null,
  webhook_id bigint not null,
  event_id text not null,
  event text not null,
  transform text not null,
  is_requested boolean not null default false,
  status text not null default 'pending'::text,
  attempts integer not null default 0,
  response_status integer,
  duration_ms integer,
  error text,
  response_excerpt text,
  created_at timestamp(3) with time zone not null default now(),
  delivered_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone,
  leased_until timestamp(3) with time zone,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text]))),
  constraint webhook_deliveries_transform_check CHECK ((transform = ANY (ARRAY['raw'::text, 'slack'::text, 'discord'::text]))),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
) with (fillfactor=80, autovacuum_vacuum_scale_factor=0.02);

CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries USING btree (created_at);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (webhook_id, next_attempt_at, id) WHERE (status = 'pending'::text);

CREATE INDEX webhook_deliveries_event ON webhook_deliveries USING btree (event_id);

CREATE INDEX webhook_deliveries_log ON webhook_deliveries USING btree (webhook_id, id);

create table webhook_events (
  id text not null,
  team_id bigint not null,
  project_id bigint not null,
  type text not null,
  bug_id bigint,
  actor_id bigint,
  via text not null,
  changes json not null,
  comment_id bigint,
  created_at timestamp(3) with time zone not null default now(),
  request_id uuid,
  constraint webhook_events_pkey PRIMARY KEY (id),
  constraint webhook_events_via_check CHECK ((via = ANY (ARRAY['dashboard'::text, 'mcp'::text, 'api'::text])))
);

CREATE INDEX webhook_events_bug ON webhook_events USING btree (bug_id) WHERE (bug_id IS NOT NULL);

CREATE INDEX webhook_events_created_at ON webhook_events USING btree (created_at);

create table webhooks (
  id bigint not null generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  url text not null,
  events text[] not null,
  transform text not null,
  is_active boolean not null default true,
  secret text not null,
  former_secret text,
  former_secret_ends_at timestamp(3) with time zone,
  last_delivery_at timestamp(3) with time zone,
  last_status text,
  failing_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null default now(),
  constraint webhooks_last_status_check CHECK ((last_status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text]))),
  constraint webhooks_pkey PRIMARY KEY (id),
  constraint webhooks_project_fkey FOREIGN KEY (team_id, project_id) REFERENCES projects(team_id, id) ON DELETE CASCADE,
  constraint webhooks_transform_check CHECK ((transform = ANY (ARRAY['raw'::text, 'slack'::text, 'discord'::text])))
) with (fillfactor=50);

CREATE INDEX webhooks_project ON webhooks USING btree (project_id, id);

CREATE OR REPLACE FUNCTION fold_ascii(text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN lower(($1 COLLATE "C"));

CREATE OR REPLACE FUNCTION severity_rank(severity text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE severity WHEN 'low'::text THEN 1 WHEN 'medium'::text THEN 2 WHEN 'high'::text THEN 3 WHEN 'critical'::text THEN 4 ELSE NULL::integer END;
