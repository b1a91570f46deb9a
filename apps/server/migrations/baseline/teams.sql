-- Teams and their members. Every row of a team carries team_id, so that tables can be distributed by team (decision 18).

create table teams (
  id bigint generated always as identity primary key,
  name text not null,
  slug text not null constraint teams_slug_key unique,
  plan text not null check (plan in ('free', 'unlimited')),
  created_at timestamptz(3) not null default now(),
  -- A closed team has no members and its keys are revoked. A job deletes its data, then the row.
  closed_at timestamptz(3)
);

create table memberships (
  team_id bigint not null references teams on delete cascade,
  user_id bigint not null references users on delete cascade,
  joined_at timestamptz(3) not null default now(),
  -- How the member joined: founded the team, was invited at their own address ('mail'), or used a link sent elsewhere. It
  -- decides who stays when an account turns out to belong to someone else.
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

-- Deleted when the owner leaves the team.
create table saved_views (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  user_id bigint not null,
  name text not null,
  filters jsonb not null,
  is_pinned boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (team_id, user_id) references memberships (team_id, user_id) on delete cascade
);
create index saved_views_owner on saved_views (team_id, user_id);
