-- Emails about new bugs to a project's notification addresses, and about resolved bugs to their reporters. Nobody is mailed
-- without consent, after muting, or more often than a limit (decision 14).

-- Everybody who is mailed about bugs: one row for each email address, with ASCII letters folded. Its mute holds for every
-- project, and its id is in the links of emails.
create table mail_addresses (
  id bigint generated always as identity primary key,
  email text not null constraint mail_addresses_email_key unique,
  muted_at timestamptz(3),
  seen_at timestamptz(3) not null default now()
);

-- Each of a project's notification_emails. A row outlives its place on the list for a while: whoever is put on it again need
-- not confirm again.
create table notification_addresses (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  project_id bigint not null,
  address_id bigint not null references mail_addresses,
  -- As it is spelled in the list.
  email text not null,
  confirmed_at timestamptz(3),
  removed_at timestamptz(3),
  -- The id of the last notice that was mailed.
  told_up_to bigint not null default 0,
  constraint notification_addresses_key unique (project_id, address_id),
  constraint notification_addresses_project_fkey
    foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index notification_addresses_address on notification_addresses (address_id);

-- New bugs of projects that have somebody to mail. One transaction at a time writes here, so that ids are committed in order
-- and a reader can go on from the last one. No foreign keys: what is gone by the time of the email is left out.
create table bug_notices (
  id bigint generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  bug_id bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, project_id, id)
);
create index bug_notices_created_at on bug_notices (created_at);

-- Resolved bugs that their reporters are to be told of. They are written like bug_notices, by one transaction at a time.
create table resolved_notices (
  id bigint generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  address_id bigint not null,
  bug_id bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (address_id, project_id, id)
);
create index resolved_notices_created_at on resolved_notices (created_at);

-- Emails that have a daily limit. Rows are kept for a day, even when the project is gone, and counted by address and by user
-- over all teams, so they have no team.
create table recent_mails (
  kind text not null,
  project_id bigint not null,
  address_id bigint not null,
  user_id bigint,
  sent_at timestamptz(3) not null default now(),
  primary key (kind, project_id, address_id)
);
create index recent_mails_address on recent_mails (address_id, sent_at);
create index recent_mails_user on recent_mails (user_id, sent_at);
create index recent_mails_sent_at on recent_mails (sent_at);
