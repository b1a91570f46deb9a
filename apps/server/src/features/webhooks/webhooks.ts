import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type Actor, requireProject } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { countRows, deleteInPortions, teamOf } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { renderEmail } from '../../mail/email-template.ts';
import { oneLine, quoteName } from '../../mail/untrusted-text.ts';
import type { DeliveryContext } from './delivery/client.ts';
import { endPendingDeliveries } from './delivery/outcome.ts';
import type { NewWebhook, WebhookPatch } from './schema.ts';

const webhooksAllowed = 50;
export const hasTooManyWebhooks = () =>
  conflict(`A project has at most ${webhooksAllowed} webhooks. Delete one first.`);

export interface WebhookKey {
  project_id: number;
  webhook_id: number;
}

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

export async function listWebhooks(context: DeliveryContext, actor: Actor, projectId: number) {
  await requireProject(context.pools.main, actor, projectId);
  const items = await selectWebhooks(context.pools.main, projectId);
  return { items, total: items.length };
}

export function selectWebhooks(db: Db, projectId: number) {
  return db
    .selectFrom('webhooks')
    .select(webhookColumns)
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .execute();
}

export async function createWebhook(
  context: DeliveryContext,
  actor: Actor,
  projectId: number,
  { url, events, transform = 'raw' }: NewWebhook,
) {
  await requirePublicTarget(context, url);
  await requireProject(context.pools.main, actor, projectId);
  const secret = generateSecret();
  const created = await inTransaction(context.pools.main, async (trx) => {
    const project = lockFrom(trx, 'projects').select('id').where('id', '=', projectId).forNoKeyUpdate();
    await project.executeTakeFirstOrThrow(notFound);
    const present = await countRows(trx.selectFrom('webhooks').where('project_id', '=', projectId));
    if (present >= webhooksAllowed) throw hasTooManyWebhooks();
    return trx
      .insertInto('webhooks')
      .values({
        team_id: teamOf('projects', projectId),
        project_id: projectId,
        url,
        events,
        transform,
        secret,
      })
      .returning(webhookColumns)
      .executeTakeFirstOrThrow();
  });
  return { ...created, secret };
}

/** A new URL or re-enabling resets the failure state. */
export async function updateWebhook(
  context: DeliveryContext,
  actor: Actor,
  { project_id, webhook_id }: WebhookKey,
  { url, events, transform, is_active }: WebhookPatch,
) {
  if (url !== undefined) await requirePublicTarget(context, url);
  await requireProject(context.pools.main, actor, project_id);
  return inTransaction(context.pools.main, async (trx) => {
    const updated = await trx
      .updateTable('webhooks')
      .set({
        ...(url !== undefined && { url, failing_since: null }),
        ...(events && { events }),
        ...(transform && { transform }),
        ...(is_active !== undefined && { is_active }),
        ...(is_active && { failing_since: null }),
      })
      .where('project_id', '=', project_id)
      .where('id', '=', webhook_id)
      .returning(webhookColumns)
      .executeTakeFirstOrThrow(notFound);
    if (is_active === false) await endPendingDeliveries(trx, [webhook_id]);
    return updated;
  });
}

/** Deletes the log in batches first, because it may be long. */
export async function deleteWebhook(context: DeliveryContext, actor: Actor, key: WebhookKey): Promise<void> {
  await requireWebhook(context.pools.main, actor, key);
  await deleteLog(context.pools.main, key.webhook_id);
  await inTransaction(context.pools.main, async (trx) => {
    await lockWebhook(trx, key).forUpdate().executeTakeFirstOrThrow(notFound);
    const deliveries = lockFrom(trx, 'webhook_deliveries').where('webhook_id', '=', key.webhook_id);
    await deliveries.select('id').orderBy('id').forUpdate().execute();
    await trx.deleteFrom('webhooks').where('id', '=', key.webhook_id).execute();
  });
}

/** Skips locked deliveries, which are deleted with the webhook. */
export const deleteLog = (db: Db, webhookId: number): Promise<number> =>
  deleteInPortions(db, 'webhook_deliveries', sql`webhook_id = ${webhookId}`);

export async function rotateWebhookSecret(
  context: DeliveryContext,
  actor: Actor,
  { project_id, webhook_id }: WebhookKey,
) {
  await requireProject(context.pools.main, actor, project_id);
  const secret = generateSecret();
  const webhook = await context.pools.main
    .updateTable('webhooks')
    .set((eb) => ({
      secret,
      former_secret: eb.ref('secret'),
      former_secret_ends_at: sql<Date>`now() + interval '24 hours'`,
    }))
    .where('project_id', '=', project_id)
    .where('id', '=', webhook_id)
    .returning(webhookColumns)
    .executeTakeFirstOrThrow(notFound);
  return { ...webhook, secret };
}

const generateSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

async function requirePublicTarget(context: DeliveryContext, url: string): Promise<void> {
  const problem = await context.webhookClient.problemOf(url);
  if (problem) throw invalid('url', problem);
}

export const findWebhook = (db: Db, { project_id, webhook_id: id }: WebhookKey) =>
  db
    .selectFrom('webhooks')
    .select('id')
    .where((eb) => eb.and({ project_id, id }));

export const lockWebhook = (trx: Trx, { project_id, webhook_id: id }: WebhookKey) =>
  lockFrom(trx, 'webhooks')
    .select('id')
    .where((eb) => eb.and({ project_id, id }));

export async function requireWebhook(db: Db, actor: Actor, key: WebhookKey): Promise<void> {
  await requireProject(db, actor, key.project_id);
  await findWebhook(db, key).executeTakeFirstOrThrow(notFound);
}

export async function lockWebhooks(
  trx: Trx,
  column: 'project_id' | 'team_id',
  ids: number[],
): Promise<number[]> {
  const rows = await lockFrom(trx, 'webhooks')
    .select('id')
    .where(column, '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

const reasons = {
  gone: 'It responded 410, which means that it no longer accepts deliveries.',
  failing: 'All deliveries have failed for five days.',
};

/** Skipped if the webhook is active again or the member has left. Names the host only, because the URL may contain a secret. */
export async function sendSwitchedOff(
  context: Context,
  { webhookId, userId, reason }: { webhookId: number; userId: number; reason: keyof typeof reasons },
): Promise<void> {
  const webhook = await context.pools.main
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .innerJoin('memberships', 'memberships.team_id', 'webhooks.team_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['webhooks.url', 'projects.id as project_id', 'projects.name as project_name', 'users.email'])
    .where('webhooks.id', '=', webhookId)
    .where('users.id', '=', userId)
    .where('is_active', '=', false)
    .executeTakeFirst();
  if (!webhook) return;
  const { email, url, project_id, project_name } = webhook;
  await context.mailer.send(
    renderEmail({
      to: email,
      subject: `A webhook of ${oneLine(project_name, 80)} was disabled`,
      before: [
        `Skep no longer sends events of the project ${quoteName(project_name)} to ${new URL(url).host}. ${reasons[reason]}`,
      ],
      button: { label: 'View deliveries', url: `${context.config.baseUrl}/projects/${project_id}/webhooks` },
      after: ['Enable it again when its target works. Failed deliveries can be redelivered from the log.'],
    }),
  );
}
