import { type Kysely, sql } from 'kysely';

/** Nobody is mailed who does not want it, more often than they can bear, or without having said yes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Everybody who is mailed about bugs. One row for each address, with ASCII letters folded: its mute holds for every
    -- project, and its id is what the links in mails are made of.
    create table mail_addresses (
      id bigint generated always as identity primary key,
      email text not null constraint mail_addresses_email_key unique,
      muted_at timestamptz(3),
      seen_at timestamptz(3) not null default now()
    );
    insert into mail_addresses (email, muted_at)
    select fold_ascii(email), min(muted_at) from notification_addresses group by 1;

    -- A row outlives its place on the list for a while: whoever is put on it again need not be asked again.
    alter table notification_addresses
      add column address_id bigint references mail_addresses,
      add column confirmed_at timestamptz(3),
      add column removed_at timestamptz(3);
    update notification_addresses set address_id = mail_addresses.id
    from mail_addresses where mail_addresses.email = fold_ascii(notification_addresses.email);
    drop index notification_addresses_key;
    alter table notification_addresses
      alter column address_id set not null,
      drop column muted_at,
      add constraint notification_addresses_key unique (project_id, address_id);
    create index notification_addresses_address on notification_addresses (address_id);

    insert into jobs (kind, payload, unique_key)
    select 'ask-for-consent', jsonb_build_object('address_id', id), 'consent ' || id from notification_addresses;

    -- Resolved bugs that their reporters are to be told of. Written like bug_notices, by one transaction at a time.
    create table resolved_notices (
      id bigint generated always as identity,
      project_id bigint not null,
      address_id bigint not null,
      bug_id bigint not null,
      created_at timestamptz(3) not null default now(),
      primary key (address_id, project_id, id)
    );
    create index resolved_notices_created_at on resolved_notices (created_at);

    -- Mails of which nobody gets more than so many a day. Kept for that day, also when the project is gone.
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

    drop table reporter_mails;
    delete from jobs where kind = 'mail-reporter';
  `.execute(db);
}
