import { type Actor, requireProject } from '../../auth/actor.ts';
import { generateSecret, hashSecret, secretPrefix } from '../../auth/secrets.ts';
import type { Context } from '../../context.ts';
import { lockFrom } from '../../db/locks.ts';
import { countRows, teamOf } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { noteChangedProject } from '../events/outbox.ts';

const keysAllowed = 50;
export const hasTooManyKeys = () =>
  conflict(`A project has at most ${keysAllowed} additional keys. Revoke one first.`);

const keyColumns = ['id', 'name', 'key_prefix', 'created_at', 'last_used_at'] as const;

export async function listApiKeys(context: Context, actor: Actor, projectId: number) {
  const { main } = context.pools;
  await requireProject(main, actor, projectId);
  const items = await main
    .selectFrom('api_keys')
    .select(keyColumns)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();
  return { items, total: items.length };
}

/** Only the hash is stored, so the key is readable in this response only. */
export async function createApiKey(context: Context, actor: Actor, projectId: number, name: string) {
  await requireProject(context.pools.main, actor, projectId);
  const apiKey = generateSecret('sk_');
  const values = {
    project_id: projectId,
    team_id: teamOf('projects', projectId),
    name,
    key_hash: hashSecret(apiKey),
    key_prefix: secretPrefix(apiKey),
  };
  return inTransaction(context.pools.main, async (trx) => {
    // Locked, so that concurrent creations are counted correctly.
    await lockFrom(trx, 'projects')
      .select('id')
      .where('id', '=', projectId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound);
    const count = await countRows(trx.selectFrom('api_keys').where('project_id', '=', projectId));
    if (count >= keysAllowed) throw hasTooManyKeys();
    await noteChangedProject(trx, projectId);
    const insert = trx.insertInto('api_keys').values(values).returning(keyColumns);
    return { ...(await insert.executeTakeFirstOrThrow()), api_key: apiKey };
  });
}

export async function renameApiKey(
  context: Context,
  actor: Actor,
  projectId: number,
  id: number,
  name: string,
) {
  const { main } = context.pools;
  await requireProject(main, actor, projectId);
  const renamed = await main
    .updateTable('api_keys')
    .set({ name })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(keyColumns)
    .executeTakeFirstOrThrow(notFound);
  await noteChangedProject(main, projectId);
  return renamed;
}

export async function revokeApiKey(
  context: Context,
  actor: Actor,
  projectId: number,
  id: number,
): Promise<void> {
  const { main } = context.pools;
  await requireProject(main, actor, projectId);
  await main
    .deleteFrom('api_keys')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(notFound);
  await noteChangedProject(main, projectId);
}
