import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id bigint generated always as identity primary key,
      email text not null,
      name text not null,
      password_hash text,
      email_verified_at timestamptz(3),
      tokens_valid_from bigint not null default 0,
      created_at timestamptz(3) not null default now()
    );
    create unique index users_email_key on users (lower(email));

    create table oauth_identities (
      provider text not null,
      subject text not null,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      primary key (provider, subject)
    );
    create index oauth_identities_user on oauth_identities (user_id);

    create table password_resets (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null
    );
    create index password_resets_user on password_resets (user_id);

    create table mcp_tokens (
      id bigint generated always as identity primary key,
      user_id bigint not null references users on delete cascade,
      name text not null,
      scopes text[] not null,
      token_hash bytea not null constraint mcp_tokens_hash_key unique,
      token_prefix text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    );
    create index mcp_tokens_user on mcp_tokens (user_id);

    create table teams (
      id bigint generated always as identity primary key,
      name text not null,
      slug text not null constraint teams_slug_key unique,
      plan text not null check (plan in ('free', 'unlimited')),
      created_at timestamptz(3) not null default now()
    );

    create table memberships (
      team_id bigint not null references teams on delete cascade,
      user_id bigint not null references users on delete cascade,
      joined_at timestamptz(3) not null default now(),
      primary key (team_id, user_id)
    );
    create index memberships_user on memberships (user_id);

    create table invitations (
      id bigint generated always as identity primary key,
      team_id bigint not null references teams on delete cascade,
      email text not null,
      invited_by bigint references users on delete set null,
      created_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null default now() + interval '7 days'
    );
    create unique index invitations_team_email_key on invitations (team_id, lower(email));
    create index invitations_email on invitations (lower(email));

    create table projects (
      id bigint generated always as identity primary key,
      team_id bigint not null references teams on delete cascade,
      name text not null,
      description text,
      api_key text not null constraint projects_api_key_key unique,
      reports_per_minute integer not null default 60 check (reports_per_minute > 0),
      allowed_origins text[] not null default '{}',
      notification_emails text[] not null default '{}',
      created_at timestamptz(3) not null default now()
    );
    create index projects_team on projects (team_id);

    create table api_keys (
      id bigint generated always as identity primary key,
      project_id bigint not null references projects on delete cascade,
      name text not null,
      key_hash bytea not null constraint api_keys_hash_key unique,
      key_prefix text not null,
      created_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3)
    );
    create index api_keys_project on api_keys (project_id);

    create table project_usage (
      project_id bigint not null references projects on delete cascade,
      month text not null,
      stored integer not null default 0,
      dropped_quota integer not null default 0,
      dropped_blocklist integer not null default 0,
      primary key (project_id, month)
    );

    create table rate_windows (
      bucket text primary key,
      hits integer not null,
      ends_at timestamptz not null
    );
    create index rate_windows_ends_at on rate_windows (ends_at);

    create table jobs (
      id bigint generated always as identity primary key,
      kind text not null,
      payload jsonb not null default '{}',
      unique_key text constraint jobs_unique_key_key unique,
      run_at timestamptz not null default now(),
      leased_until timestamptz,
      attempts integer not null default 0,
      last_error text
    );
    create index jobs_run_at on jobs (run_at, id);
  `.execute(db);
}
