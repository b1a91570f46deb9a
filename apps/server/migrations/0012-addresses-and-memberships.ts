import { type Kysely, sql } from 'kysely';

/**
 * E-mail addresses are compared with ASCII letters folded, and no others: to lower() in the database's own language the
 * Kelvin sign is a "k" and "İ" an "i", which makes one account of two people's addresses.
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
  `.execute(db);
}
