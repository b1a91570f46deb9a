import { type Kysely, sql } from 'kysely';

/**
 * E-mail addresses are compared with ASCII letters folded, and no others: to lower() in the database's own language the
 * Kelvin sign is a "k" and "İ" an "i", which makes one account of two people's addresses.
 *
 * How somebody came into a team decides who stays when an account turns out to be somebody else's. Members who were added
 * before they could be asked stay, as if they had come with a link to another address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function fold_ascii(text) returns text immutable strict parallel safe return lower($1 collate "C");

    drop index users_email_key;
    create unique index users_email_key on users (fold_ascii(email));
    drop index invitations_team_email_key;
    create unique index invitations_team_email_key on invitations (team_id, fold_ascii(email));
    drop index invitations_email;
    create index invitations_email on invitations (fold_ascii(email));
    drop index notification_addresses_key;
    create unique index notification_addresses_key on notification_addresses (project_id, fold_ascii(email));

    -- Founded the team, was invited at the account's own address, or came with a link that was mailed to another one.
    alter table memberships add column origin text not null default 'link'
      check (origin in ('founder', 'mail', 'link'));
    update memberships set origin = 'founder' from (
      select distinct on (team_id) team_id, user_id from memberships order by team_id, joined_at, user_id
    ) as first
    where memberships.team_id = first.team_id and memberships.user_id = first.user_id;
    create index invitations_invited_by on invitations (invited_by);

    -- Sign-up did not ask for it yet: whoever proves the address only when they forget their password starts clean.
    insert into jobs (kind, payload, unique_key)
    select 'send-email-verification', jsonb_build_object('user_id', id), 'email verification ' || id
    from users where email_verified_at is null;
  `.execute(db);
}
