import type { Db, Trx } from '../../../db/connection.ts';
import { lockFrom } from '../../../db/locks.ts';
import { teamOf } from '../../../db/team-of.ts';
import { noteChangedProject } from '../../events/outbox.ts';

const keyColumns = ['id', 'name', 'key_prefix', 'created_at', 'last_used_at'] as const;

export function listApiKeys(db: Db, projectId: number) {
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
export async function countApiKeysLocked(trx: Trx, projectId: number): Promise<number | undefined> {
  const project = lockFrom(trx, 'projects').select('id').where('id', '=', projectId).forNoKeyUpdate();
  if (!(await project.executeTakeFirst())) return undefined;
  const { count } = await trx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertApiKey(
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

export async function renameApiKey(db: Db, projectId: number, id: number, name: string) {
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

export async function deleteApiKey(db: Db, projectId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('api_keys')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await noteChangedProject(db, projectId);
  return true;
}
