-- Projects, which reports are sent to, and their API keys.
--
-- Tables that are written now and then refer to a project by team and id, so that the database knows that they fit. Tables
-- that are written with every report refer by id alone, or not at all, which is cheaper.

create table projects (
  id bigint generated always as identity primary key,
  team_id bigint not null references teams on delete cascade,
  name text not null,
  description text,
  -- The publishable key. It is part of web pages, so it is stored as it is; those of api_keys are hashed.
  api_key text not null constraint projects_api_key_key unique,
  -- Raised with every change of the project's blocklist rules, which processes keep compiled.
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
