import { type Kysely, sql } from 'kysely';

/** Mails about new bugs to a project's addresses, and to reporters about bugs that have been resolved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table projects add column notify_reporters boolean not null default false;

    -- New bugs of projects that have somebody to tell. One transaction at a time writes here, so that ids appear in their
    -- order and a reader can go on from the last one. No foreign keys: what is gone by the time of the mail is left out.
    create table bug_notices (
      id bigint generated always as identity,
      project_id bigint not null,
      bug_id bigint not null,
      created_at timestamptz(3) not null default now(),
      primary key (project_id, id)
    );
    create index bug_notices_created_at on bug_notices (created_at);

    -- Each of a project's notification_emails. Whoever is taken off that list and put on again is not muted any more.
    create table notification_addresses (
      id bigint generated always as identity primary key,
      project_id bigint not null references projects on delete cascade,
      email text not null,
      muted_at timestamptz(3),
      told_up_to bigint not null default 0
    );
    create unique index notification_addresses_key on notification_addresses (project_id, lower(email));

    insert into notification_addresses (project_id, email)
    select id, email from projects cross join lateral unnest(notification_emails) as email
    on conflict do nothing;

    -- Kept for a day: nobody hears twice in a day that their bug is resolved.
    create table reporter_mails (
      bug_id bigint primary key,
      mailed_at timestamptz(3) not null default now()
    );
  `.execute(db);
}
