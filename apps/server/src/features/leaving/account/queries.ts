import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { lockFrom } from '../../../db/locks.ts';

/** Locks a user to be deleted: nothing that refers to the account is added from here on. */
export function lockToDelete(trx: Trx, userId: number) {
  return lockFrom(trx, 'users')
    .select('tokens_valid_from')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Nobody has proved the address or signed in for 90 days, three times as long as an access token holds, and the account has
 * nothing: no token, no team with somebody else, a project or a label in it, and nobody is invited to one. Operators stay, and so does
 * the first account, because while there is none, anybody may make it.
 */
const isUnprovedAndUnused = sql<boolean>`
  email_verified_at is null and not is_operator and signed_in_at < now() - interval '90 days'
  and id > (select min(id) from users)
  and not exists (select from oauth_identities where user_id = users.id)
  and not exists (select from mcp_tokens where user_id = users.id)
  and not exists (
    select from memberships as own where own.user_id = users.id and (
      exists (select from memberships as other where other.team_id = own.team_id and other.user_id <> own.user_id)
      or exists (select from projects where team_id = own.team_id)
      or exists (select from labels where team_id = own.team_id)
      or exists (select from invitations where team_id = own.team_id)
    )
  )`;

export async function listUnproved(db: Db, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where(isUnprovedAndUnused)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function isUnproved(trx: Trx, userId: number): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where(isUnprovedAndUnused)
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes sessions, tokens, providers and reset links with it. */
export async function deleteUser(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('users').where('id', '=', userId).execute();
}
