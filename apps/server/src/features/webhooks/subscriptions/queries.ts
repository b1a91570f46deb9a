import type { EventType, Transform } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/connection.ts';
import { teamOf } from '../../../db/team-of.ts';
import type { WebhookPatch } from './schema.ts';

const webhookColumns = [
  'id',
  'project_id',
  'url',
  'events',
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
 * Locks the project, so that webhooks created at the same time are counted one after the other. Reports are not held up by
 * this lock. Undefined when the project has been deleted meanwhile.
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
  events: EventType[];
  transform: Transform;
  secret: string;
}

export function insertWebhook(db: Db, values: NewWebhookRow) {
  return db
    .insertInto('webhooks')
    .values({ ...values, team_id: teamOf('projects', values.project_id) })
    .returning(webhookColumns)
    .executeTakeFirstOrThrow();
}

/**
 * Changes a webhook. With a new address, or when it is switched on again, it counts as one that has not failed yet. Answers
 * undefined when the project has no such webhook.
 */
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

/** Replaces the secret. Deliveries are signed with the former one as well for another day, until receivers have changed. */
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

/** Whether the project has it. Then nobody else can use it before the transaction ends. */
export async function lockWebhook(trx: Trx, projectId: number, id: number): Promise<boolean> {
  const webhook = trx.selectFrom('webhooks').select('id').where('project_id', '=', projectId);
  return (await webhook.where('id', '=', id).forUpdate().executeTakeFirst()) !== undefined;
}

/** Those of these teams, in order of their ids, as everywhere. */
export async function lockWebhooksOfTeams(trx: Trx, teamIds: number[]): Promise<number[]> {
  const rows = await trx
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .select('webhooks.id')
    .where('projects.team_id', '=', sql<number>`any(${teamIds})`)
    .orderBy('webhooks.id')
    .forUpdate('webhooks')
    .execute();
  return rows.map(({ id }) => id);
}

/** Of webhooks that are locked. All their deliveries together are locked in order of their ids, as everywhere. */
export async function deleteWebhooks(trx: Trx, ids: number[]): Promise<void> {
  await sql`
    with locked as (select from webhook_deliveries where webhook_id = any(${ids}) order by id for update)
    select count(*) from locked`.execute(trx);
  await trx.deleteFrom('webhooks').where('id', '=', sql<number>`any(${ids})`).execute();
}

/** Locks all webhooks of a project in order of their ids, as everywhere. */
export async function lockWebhooksOfProject(trx: Trx, projectId: number): Promise<void> {
  await trx
    .selectFrom('webhooks')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forUpdate()
    .execute();
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

/** The secrets of a row of `webhooks` that deliveries are signed with now, the newest first. */
export const secretsOfWebhook = sql<string[]>`
  array_remove(array[secret, case when former_secret_ends_at > now() then former_secret end], null)`;

/** Answers undefined when the project has no such webhook. */
export function findTarget(db: Db, projectId: number, id: number) {
  return db
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .select(['url', 'transform', secretsOfWebhook.as('secrets'), 'projects.name as project_name'])
    .where('project_id', '=', projectId)
    .where('webhooks.id', '=', id)
    .executeTakeFirst();
}

/** Says whether the project has this webhook. If so, a lock keeps it from being deleted until the transaction ends. */
export async function keepWebhook(trx: Trx, projectId: number, id: number): Promise<boolean> {
  const found = await trx
    .selectFrom('webhooks')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * What a letter to a member of the team says about a webhook that was switched off. Undefined when the member has left the
 * team, or when the webhook is switched on again or gone.
 */
export function findSwitchedOff(db: Db, id: number, userId: number) {
  return db
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .innerJoin('memberships', 'memberships.team_id', 'webhooks.team_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['webhooks.url', 'projects.id as project_id', 'projects.name as project_name', 'users.email'])
    .where('webhooks.id', '=', id)
    .where('users.id', '=', userId)
    .where('is_active', '=', false)
    .executeTakeFirst();
}
