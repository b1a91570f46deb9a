import type { AccessToken } from '../../../auth/access-tokens.ts';
import type { Actor } from '../../../auth/actor.ts';
import { generateSecret, hashSecret, secretPrefix } from '../../../auth/secrets.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { conflict, notFound, notSignedIn } from '../../../errors.ts';
import * as queries from './queries.ts';
import type { NewMcpToken } from './schema.ts';

const tokensAllowed = 50;
export const hasTooManyTokens = () =>
  conflict(`A user has at most ${tokensAllowed} MCP tokens: revoke one first`);

export async function listMcpTokens(context: Context, actor: Actor) {
  const items = await queries.listMcpTokens(context.pools.main, actor.userId);
  return { items, total: items.length };
}

/**
 * Mints a token. Only its hash is stored, so the answer is the one place where it can be read. Because a password reset
 * revokes all tokens, a session that the reset has ended must not mint one afterwards.
 */
export async function createMcpToken(
  context: Context,
  { userId, issuedAt }: AccessToken,
  { name, scopes }: NewMcpToken,
) {
  const token = generateSecret('mcp_');
  const values = {
    user_id: userId,
    name,
    scopes,
    token_hash: hashSecret(token),
    token_prefix: secretPrefix(token),
  };
  const created = await inTransaction(context.pools.main, async (trx) => {
    const count = await queries.countMcpTokensLocked(trx, userId, issuedAt);
    if (count === undefined) throw notSignedIn();
    if (count >= tokensAllowed) throw hasTooManyTokens();
    return queries.insertMcpToken(trx, values);
  });
  return { ...created, token };
}

export async function revokeMcpToken(context: Context, actor: Actor, id: number): Promise<void> {
  if (!(await queries.deleteMcpToken(context.pools.main, actor.userId, id))) throw notFound();
}
