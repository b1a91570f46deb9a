import type { Scope } from '@skep/vocabulary';
import type { Db, Trx } from '../../../db/connection.ts';
import { lockAccount } from '../../users/queries.ts';

const tokenColumns = ['id', 'name', 'scopes', 'token_prefix', 'created_at', 'last_used_at'] as const;

export function listMcpTokens(db: Db, userId: number) {
  return db
    .selectFrom('mcp_tokens')
    .select(tokenColumns)
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Locks the user, so that tokens minted at the same time are counted one after the other. Undefined when the session whose
 * access token was issued at `issuedAt` has ended.
 */
export async function countMcpTokensLocked(
  trx: Trx,
  userId: number,
  issuedAt: number,
): Promise<number | undefined> {
  const account = await lockAccount(trx, userId);
  if (!account || account.tokens_valid_from > issuedAt) return undefined;
  const { count } = await trx
    .selectFrom('mcp_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertMcpToken(
  db: Db,
  values: { user_id: number; name: string; scopes: Scope[]; token_hash: Buffer; token_prefix: string },
) {
  return db.insertInto('mcp_tokens').values(values).returning(tokenColumns).executeTakeFirstOrThrow();
}

export async function deleteMcpToken(db: Db, userId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('mcp_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function revokeMcpTokens(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('mcp_tokens').where('user_id', '=', userId).execute();
}
