import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Actor, requireProject } from '../../auth/actor.ts';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { countRows, teamOf } from '../../db/sql.ts';
import { inTransaction } from '../../db/transaction.ts';
import { conflict, notFound } from '../../errors.ts';
import { currentRequestId } from '../../tracing/cause.ts';
import type { DeliveryContext, Outcome } from './delivery/client.ts';
import { attempt, noteAtWebhooks, secretsOfWebhook } from './delivery/outcome.ts';
import { type BodyKey, bodiesOf, insertBodies, writeTestBody } from './messages/bodies.ts';
import { testEvent, transformBody } from './messages/chat.ts';
import type { DeliveriesQuery } from './schema.ts';
import { findWebhook, lockWebhook, requireWebhook, type WebhookKey } from './webhooks.ts';

export interface DeliveryKey extends WebhookKey {
  delivery_id: number;
}

const listColumns = [
  'id',
  'webhook_id',
  'webhook_deliveries.event_id',
  'event',
  'status',
  'attempts',
  'response_status',
  'duration_ms',
  'error',
  'created_at',
  'delivered_at',
  'next_attempt_at',
] as const;

export async function listDeliveries(
  { pools: { main: db } }: DeliveryContext,
  actor: Actor,
  key: WebhookKey,
  { limit, offset, before_id }: DeliveriesQuery,
) {
  await requireWebhook(db, actor, key);
  const ofWebhook = db.selectFrom('webhook_deliveries').where('webhook_id', '=', key.webhook_id);
  const page = ofWebhook.$if(before_id !== undefined, (all) => all.where('id', '<', before_id as number));
  const items = await page.select(listColumns).orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { items, total: await countRows(ofWebhook), limit, offset };
}

export async function getDelivery(context: DeliveryContext, actor: Actor, key: DeliveryKey) {
  await requireWebhook(context.pools.main, actor, key);
  return context.pools.main
    .selectFrom('webhook_deliveries')
    .leftJoin('webhook_bodies', (join) =>
      join
        .onRef('webhook_bodies.event_id', '=', 'webhook_deliveries.event_id')
        .onRef('webhook_bodies.transform', '=', 'webhook_deliveries.transform'),
    )
    .select([...listColumns, 'webhook_bodies.body as request_body', 'response_excerpt'])
    .where('webhook_id', '=', key.webhook_id)
    .where('id', '=', key.delivery_id)
    .executeTakeFirstOrThrow(notFound);
}

/** Sends the same event again. A disabled webhook gets a single attempt. */
export async function redeliver(context: DeliveryContext, actor: Actor, key: DeliveryKey) {
  const { main: db } = context.pools;
  const { webhook_id, delivery_id } = key;
  await requireProject(db, actor, key.project_id);
  await limitByHand(context, key.project_id);
  await findWebhook(db, key).executeTakeFirstOrThrow(notFound);
  const body = await db
    .selectFrom('webhook_deliveries')
    .select(['event_id', 'transform'])
    .where('webhook_id', '=', webhook_id)
    .where('id', '=', delivery_id)
    .executeTakeFirstOrThrow(notFound);
  // Renders the body if it was never sent.
  const [request_body] = (await bodiesOf(context, [body])).values();
  if (request_body === undefined) throw deletedBeforeSent();
  const delivery = await inTransaction(db, async (trx) => {
    await lockWebhook(trx, key).forKeyShare().executeTakeFirstOrThrow(notFound);
    return copyDelivery(trx, delivery_id);
  });
  context.signals.emit('deliveries');
  return { ...delivery, request_body };
}

export const deletedBeforeSent = () =>
  conflict('The bug or comment was deleted before the delivery was sent');

/** The lock protects the copied delivery and its event from deletion. */
async function copyDelivery(trx: Trx, id: number) {
  const values = await lockFrom(trx, 'webhook_deliveries')
    .select(['team_id', 'webhook_id', 'event_id', 'event', 'transform'])
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(notFound);
  return trx
    .insertInto('webhook_deliveries')
    .values({ ...values, is_requested: true, next_attempt_at: sql<Date>`now()` })
    .returning([...listColumns, 'response_excerpt'])
    .executeTakeFirstOrThrow();
}

/** Requested deliveries call other servers immediately, so they are limited. */
async function limitByHand(context: DeliveryContext, projectId: number): Promise<void> {
  const subject = String(projectId);
  await context.limiter.take([{ name: 'deliveries by hand', subject, max: 30, per: 'minute' }]);
}

/** Sends a sample event once, even if the webhook is disabled. */
export async function sendTest(context: DeliveryContext, actor: Actor, key: WebhookKey) {
  const { main: db } = context.pools;
  const { project_id, webhook_id } = key;
  await requireProject(db, actor, project_id);
  await limitByHand(context, project_id);
  const target = await findTarget(db, key);
  const { transform, project_name } = target;
  const sender = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  const event_id = `evt_test_${randomUUID()}`;
  const project = { id: project_id, name: project_name };
  const raw = writeTestBody({ id: event_id, project, actor: sender, via: actor.via });
  const body = transformBody(transform, raw, context.config.baseUrl);

  const request = { ...target, webhook_id, event_id, request_body: body };
  const outcome = await attempt(context, request, new AbortController().signal);
  return inTransaction(db, async (trx) => {
    await noteAtWebhooks(trx, [{ delivery: { webhook_id, event: testEvent }, outcome }]);
    await findWebhook(trx, key).executeTakeFirstOrThrow(notFound);
    const event = { id: event_id, type: testEvent, via: actor.via, request_id: currentRequestId() };
    await trx
      .insertInto('webhook_events')
      .values({ ...event, team_id: teamOf('projects', project_id), project_id, changes: '{}' })
      .execute();
    await insertBodies(trx, [{ event_id, transform, body }]);
    const delivery = await insertTestDelivery(trx, webhook_id, { event_id, transform }, outcome);
    return { ...delivery, request_body: body };
  });
}

const findTarget = (db: Db, { project_id, webhook_id }: WebhookKey) =>
  db
    .selectFrom('webhooks')
    .innerJoin('projects', 'projects.id', 'webhooks.project_id')
    .select(['url', 'transform', secretsOfWebhook.as('secrets'), 'projects.name as project_name'])
    .where('project_id', '=', project_id)
    .where('webhooks.id', '=', webhook_id)
    .executeTakeFirstOrThrow(notFound);

function insertTestDelivery(
  trx: Trx,
  webhook_id: number,
  body: BodyKey,
  { is_success, retry_after, ...result }: Outcome,
) {
  return trx
    .insertInto('webhook_deliveries')
    .values({
      ...body,
      ...result,
      webhook_id,
      event: testEvent,
      team_id: teamOf('webhooks', webhook_id),
      status: is_success ? 'success' : 'failed',
      attempts: 1,
      delivered_at: is_success ? sql<Date>`now()` : null,
    })
    .returning([...listColumns, 'response_excerpt'])
    .executeTakeFirstOrThrow();
}
