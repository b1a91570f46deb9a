import type { Actor } from '../../../auth/actor.ts';
import { requireProject } from '../../../auth/ownership.ts';
import { generateSecret, hashSecret, secretPrefix } from '../../../auth/secrets.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { conflict, notFound } from '../../../errors.ts';
import * as queries from './queries.ts';

const keysAllowed = 50;
export const hasTooManyKeys = () =>
  conflict(`A project has at most ${keysAllowed} additional keys: revoke one first`);

export async function listApiKeys(context: Context, actor: Actor, projectId: number) {
  await requireProject(context.pools.main, actor, projectId);
  const items = await queries.listApiKeys(context.pools.main, projectId);
  return { items, total: items.length };
}

/** Creates a key. Only its hash is stored, so the answer is the one place where the key can be read. */
export async function createApiKey(context: Context, actor: Actor, projectId: number, name: string) {
  await requireProject(context.pools.main, actor, projectId);
  const apiKey = generateSecret('sk_');
  const values = {
    project_id: projectId,
    name,
    key_hash: hashSecret(apiKey),
    key_prefix: secretPrefix(apiKey),
  };
  const created = await inTransaction(context.pools.main, async (trx) => {
    const count = await queries.countApiKeysLocked(trx, projectId);
    if (count === undefined) throw notFound();
    if (count >= keysAllowed) throw hasTooManyKeys();
    return queries.insertApiKey(trx, values);
  });
  return { ...created, api_key: apiKey };
}

export async function renameApiKey(
  context: Context,
  actor: Actor,
  projectId: number,
  id: number,
  name: string,
) {
  await requireProject(context.pools.main, actor, projectId);
  const renamed = await queries.renameApiKey(context.pools.main, projectId, id, name);
  if (!renamed) throw notFound();
  return renamed;
}

export async function revokeApiKey(
  context: Context,
  actor: Actor,
  projectId: number,
  id: number,
): Promise<void> {
  await requireProject(context.pools.main, actor, projectId);
  if (!(await queries.deleteApiKey(context.pools.main, projectId, id))) throw notFound();
}
