import { domainToASCII } from 'node:url';
import { type Kysely, sql } from 'kysely';

/**
 * Only ASCII domains are accepted in email addresses from now on. Accounts with another spelling of their domain get the ASCII
 * one, so that their owners can still sign in, unless another account has it. Mutes hold for the ASCII spelling too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const users = await sql<{ id: number; email: string }>`
    select id, email from users where email ~ ${otherDomain}`.execute(db);
  for (const { id, email } of users.rows) {
    const ascii = withAsciiDomain(email);
    await sql`
      update users set email = ${ascii}
      where id = ${id} and not exists (select from users where fold_ascii(email) = fold_ascii(${ascii}))`.execute(
      db,
    );
  }
  const muted = await sql<{ email: string; muted_at: Date }>`
    select email, muted_at from mail_addresses where email ~ ${otherDomain} and muted_at is not null`.execute(
    db,
  );
  for (const { email, muted_at } of muted.rows) {
    await sql`
      insert into mail_addresses (email, muted_at) values (fold_ascii(${withAsciiDomain(email)}), ${muted_at})
      on conflict (email) do update set muted_at = coalesce(mail_addresses.muted_at, excluded.muted_at)`.execute(
      db,
    );
  }
}

const otherDomain = '@.*[^\\x01-\\x7f]';

/** An address whose domain has no ASCII form stays as it is. */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  return email.slice(0, at) + (domainToASCII(email.slice(at)) || email.slice(at));
}
