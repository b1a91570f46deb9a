import { type Kysely, sql } from 'kysely';

/**
 * Teams with their members, and the projects that reports are sent to.
 *
 * Whatever belongs to a project or to one of its bugs has the team in its own row too, so that its table can be distributed
 * by team (decision 18). What is written now and then refers to its project by both, so that the database knows that they
 * fit; rows that are written by the hundred refer to what they belong to by its id alone, which is cheaper to check.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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
      -- Whether they founded the team, were invited at their account's own address, or came with a link that was mailed to
      -- another one. It decides who stays when an account turns out to be somebody else's.
      origin text not null default 'link' check (origin in ('founder', 'mail', 'link')),
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
    create unique index invitations_team_email_key on invitations (team_id, fold_ascii(email));
    create index invitations_email on invitations (fold_ascii(email));
    create index invitations_invited_by on invitations (invited_by);

    create table projects (
      id bigint generated always as identity primary key,
      team_id bigint not null references teams on delete cascade,
      name text not null,
      description text,
      -- The publishable key. It stands in web pages, so it is stored as it is; those of api_keys are hashed.
      api_key text not null constraint projects_api_key_key unique,
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
  `.execute(db);
}
