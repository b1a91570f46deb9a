import type { Actor } from '../../auth/actor.ts';
import { generateSecret, hashSecret, secretPrefix } from '../../auth/secrets.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import * as queries from './queries.ts';
import type { NewMcpToken } from './schema.ts';

const tokensAllowed = 50;

export async function listMcpTokens(context: Context, actor: Actor) {
  const items = await queries.listMcpTokens(context.db, actor.userId);
  return { items, total: items.length };
}

/** Only a hash of the token is kept: the answer is the one place where it can be read. */
export async function createMcpToken(context: Context, actor: Actor, { name, scopes }: NewMcpToken) {
  const token = generateSecret('mcp_');
  const values = {
    user_id: actor.userId,
    name,
    scopes,
    token_hash: hashSecret(token),
    token_prefix: secretPrefix(token),
  };
  const created = await inTransaction(context.db, async (trx) => {
    const count = await queries.countMcpTokensLocked(trx, actor.userId);
    if (count >= tokensAllowed)
      throw conflict(`A user has at most ${tokensAllowed} MCP tokens: revoke one first`);
    return queries.insertMcpToken(trx, values);
  });
  return { ...created, token };
}

export async function revokeMcpToken(context: Context, actor: Actor, id: number): Promise<void> {
  if (!(await queries.deleteMcpToken(context.db, actor.userId, id))) throw notFound();
}
