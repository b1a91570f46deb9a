import type { Actor } from '../../auth/actor.ts';
import { requireProject } from '../../auth/ownership.ts';
import { generateSecret, hashSecret, secretPrefix } from '../../auth/secrets.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { teamOf } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { noteChangedProject } from '../events/outbox.ts';

const keysAllowed = 50;
export const hasTooManyKeys = () =>
  conflict(`A project has at most ${keysAllowed} additional keys: revoke one first`);

export async function listApiKeys(context: Context, actor: Actor, projectId: number) {
  await requireProject(context.pools.main, actor, projectId);
  const items = await selectApiKeys(context.pools.main, projectId);
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
    const count = await countApiKeysLocked(trx, projectId);
    if (count === undefined) throw notFound();
    if (count >= keysAllowed) throw hasTooManyKeys();
    return insertApiKey(trx, values);
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
  const renamed = await updateApiKeyName(context.pools.main, projectId, id, name);
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
  if (!(await deleteApiKey(context.pools.main, projectId, id))) throw notFound();
}

const keyColumns = ['id', 'name', 'key_prefix', 'created_at', 'last_used_at'] as const;

function selectApiKeys(db: Db, projectId: number) {
  return db
    .selectFrom('api_keys')
    .select(keyColumns)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Locks the project, so that keys created at the same time are counted one after the other. Undefined when it has been
 * deleted meanwhile.
 */
async function countApiKeysLocked(trx: Trx, projectId: number): Promise<number | undefined> {
  const project = lockFrom(trx, 'projects').select('id').where('id', '=', projectId).forNoKeyUpdate();
  if (!(await project.executeTakeFirst())) return undefined;
  const { count } = await trx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

async function insertApiKey(
  db: Db,
  values: { project_id: number; name: string; key_hash: Buffer; key_prefix: string },
) {
  await noteChangedProject(db, values.project_id);
  return db
    .insertInto('api_keys')
    .values({ ...values, team_id: teamOf('projects', values.project_id) })
    .returning(keyColumns)
    .executeTakeFirstOrThrow();
}

async function updateApiKeyName(db: Db, projectId: number, id: number, name: string) {
  const renamed = await db
    .updateTable('api_keys')
    .set({ name })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(keyColumns)
    .executeTakeFirst();
  if (renamed) await noteChangedProject(db, projectId);
  return renamed;
}

async function deleteApiKey(db: Db, projectId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('api_keys')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await noteChangedProject(db, projectId);
  return true;
}
