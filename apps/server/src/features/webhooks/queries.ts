import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import type { WebhookPatch } from './schema.ts';

const webhookColumns = [
  'id',
  'project_id',
  'url',
  sql<('bug.created' | 'bug.updated' | 'bug.commented')[]>`events`.as('events'),
  'transform',
  'is_active',
  'created_at',
  'last_delivery_at',
  'last_status',
] as const;

export function listWebhooks(db: Db, projectId: number) {
  return db
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Locks the project, so that webhooks created at the same time are counted one after the other; reports go on coming in.
 * Undefined when it has been deleted meanwhile.
 */
export async function countWebhooksLocked(trx: Trx, projectId: number): Promise<number | undefined> {
  const project = trx.selectFrom('projects').select('id').where('id', '=', projectId).forNoKeyUpdate();
  if (!(await project.executeTakeFirst())) return undefined;
  const { count } = await trx
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

interface NewWebhookRow {
  project_id: number;
  url: string;
  events: string[];
  transform: 'raw' | 'slack' | 'discord';
  secret: string;
}

export function insertWebhook(db: Db, values: NewWebhookRow) {
  return db.insertInto('webhooks').values(values).returning(webhookColumns).executeTakeFirstOrThrow();
}

/** A new target, and one that is switched on again, have not failed yet. Undefined when the project has no such webhook. */
export function updateWebhook(
  db: Db,
  projectId: number,
  id: number,
  { url, events, transform, is_active }: WebhookPatch,
) {
  return db
    .updateTable('webhooks')
    .set({
      ...(url !== undefined && { url, failing_since: null, is_slow: false }),
      ...(events && { events }),
      ...(transform && { transform }),
      ...(is_active !== undefined && { is_active }),
      ...(is_active && { failing_since: null }),
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(webhookColumns)
    .executeTakeFirst();
}

/** What the secret was until now signs for another day. */
export function replaceSecret(db: Db, projectId: number, id: number, secret: string) {
  return db
    .updateTable('webhooks')
    .set((eb) => ({
      secret,
      former_secret: eb.ref('secret'),
      former_secret_ends_at: sql<Date>`now() + interval '24 hours'`,
    }))
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(webhookColumns)
    .executeTakeFirst();
}

export async function deleteWebhook(db: Db, projectId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('webhooks')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

export async function hasWebhook(db: Db, projectId: number, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('webhooks')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Of a row of `webhooks`: those that hold now, the newest first. */
export const secretsOfWebhook = sql<string[]>`
  array_remove(array[secret, case when former_secret_ends_at > now() then former_secret end], null)`;

/** Undefined when the project has no such webhook. */
export function findTarget(db: Db, projectId: number, id: number) {
  return db
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .select(['url', 'transform', secretsOfWebhook.as('secrets'), 'projects.name as project_name'])
    .where('project_id', '=', projectId)
    .where('webhooks.id', '=', id)
    .executeTakeFirst();
}

/** Those of these projects that are switched on. They cannot be deleted before the transaction ends. */
export function lockActiveWebhooks(trx: Trx, projectIds: number[]) {
  return trx
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .select(['webhooks.id', 'project_id', 'events', 'transform', 'webhooks.created_at'])
    .select('projects.name as project_name')
    .where('project_id', '=', sql<number>`any(${projectIds})`)
    .where('is_active', '=', true)
    .orderBy('webhooks.id')
    .forKeyShare('webhooks')
    .execute();
}

/** For a letter to a member of the team; undefined when they left it, or when the webhook is switched on again or gone. */
export function findSwitchedOff(db: Db, id: number, userId: number) {
  return db
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .innerJoin('memberships', 'memberships.team_id', 'projects.team_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['webhooks.url', 'projects.id as project_id', 'projects.name as project_name', 'users.email'])
    .where('webhooks.id', '=', id)
    .where('users.id', '=', userId)
    .where('is_active', '=', false)
    .executeTakeFirst();
}
