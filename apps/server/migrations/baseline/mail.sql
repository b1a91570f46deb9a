-- Emails about new bugs to notification addresses, and about resolved bugs to reporters. Recipients must have consented, must
-- not have muted, and have daily limits (decision 14).

-- Recipients of bug emails: one row per address, ASCII-folded. A mute applies to all projects. The id is part of emailed links.
create table mail_addresses (
  id bigint generated always as identity primary key,
  email text not null constraint mail_addresses_email_key unique,
  muted_at timestamptz(3),
  seen_at timestamptz(3) not null default now()
);

-- The addresses in a project's notification_emails. Removed rows are kept for a while, so that a re-added address need not
-- confirm again.
create table notification_addresses (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  project_id bigint not null,
  address_id bigint not null references mail_addresses,
  -- Spelled as in the list.
  email text not null,
  confirmed_at timestamptz(3),
  removed_at timestamptz(3),
  -- The id of the last notice that was emailed.
  told_up_to bigint not null default 0,
  constraint notification_addresses_key unique (project_id, address_id),
  constraint notification_addresses_project_fkey
    foreign key (team_id, project_id) references projects (team_id, id) on delete cascade
);
create index notification_addresses_address on notification_addresses (address_id);

-- New bugs of projects with recipients. One transaction at a time inserts, so ids are committed in order and a reader can
-- continue from the last one. No foreign keys: deleted bugs are skipped when the email is written.
create table bug_notices (
  id bigint generated always as identity,
  team_id bigint not null,
  project_id bigint not null,
  bug_id bigint not null,
  created_at timestamptz(3) not null default now(),
  primary key (team_id, project_id, id)
);
create index bug_notices_created_at on bug_notices (created_at);

-- Resolved bugs to email reporters about. Inserted by one transaction at a time, like bug_notices.
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

-- Emails that count against a daily limit. Rows are kept for a day even if the project is deleted. They are counted across
-- teams, so they have no team_id.
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
