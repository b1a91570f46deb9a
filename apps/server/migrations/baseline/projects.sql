-- Projects and their API keys. Rarely written tables reference a project by (team_id, id), so that the database enforces that
-- both match. Tables written with every report reference the id alone or nothing, which is cheaper.

create table projects (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null,
  description text,
  -- The publishable key. It is part of web pages, so it is stored in plain text. Keys in api_keys are hashed.
  api_key text not null constraint projects_api_key_key unique,
  -- Incremented by every blocklist change. Processes cache compiled rules by this version.
  rules_version integer not null default 0,
  reports_per_minute integer not null default 60 check (reports_per_minute > 0),
  allowed_origins text[] not null default '{}',
  notification_emails text[] not null default '{}',
  notify_reporters boolean not null default false,
  created_at timestamptz(3) not null default now(),
  constraint projects_team_key unique (team_id, id)
);

create table api_keys (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  project_id bigint not null,
  name text not null,
  key_hash bytea not null constraint api_keys_hash_key unique,
  key_prefix text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  constraint api_keys_project_fkey foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index api_keys_project on api_keys (project_id);
