import type { Actor } from '../../../../auth/actor.ts';
import { requireProject } from '../../../../auth/ownership.ts';
import type { Db } from '../../../../db/connection.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { conflict, notFound } from '../../../../errors.ts';
import { bodiesOf } from '../../messages/operations.ts';
import { hasWebhook, keepWebhook } from '../../subscriptions/queries.ts';
import type { DeliveryContext } from '../context.ts';
import * as queries from './queries.ts';
import type { DeliveriesQuery } from './schema.ts';

/** Where a webhook is. */
export interface WebhookPlace {
  project_id: number;
  webhook_id: number;
}

export interface DeliveryPlace extends WebhookPlace {
  delivery_id: number;
}

export async function listDeliveries(
  context: DeliveryContext,
  actor: Actor,
  place: WebhookPlace,
  page: DeliveriesQuery,
) {
  await requireWebhook(context.pools.main, actor, place);
  const total = await queries.countDeliveries(context.pools.main, place.webhook_id);
  const items = await queries.listDeliveries(context.pools.main, place.webhook_id, page);
  return { items, total, limit: page.limit, offset: page.offset };
}

export async function getDelivery(context: DeliveryContext, actor: Actor, place: DeliveryPlace) {
  await requireWebhook(context.pools.main, actor, place);
  return findDelivery(context.pools.main, place);
}

/** The same once more, whatever became of it. A webhook that is switched off gets a single attempt. */
export async function redeliver(context: DeliveryContext, actor: Actor, place: DeliveryPlace) {
  await requireProject(context.pools.main, actor, place.project_id);
  await limitByHand(context, place.project_id);
  if (!(await hasWebhook(context.pools.main, place.project_id, place.webhook_id))) throw notFound();
  await makeSendable(context, place);
  const delivery = await inTransaction(context.pools.main, async (trx) => {
    if (!(await keepWebhook(trx, place.project_id, place.webhook_id))) throw notFound();
    const id = await queries.copyDelivery(trx, place.delivery_id);
    if (id === undefined) throw notFound();
    return findDelivery(trx, { ...place, delivery_id: id });
  });
  context.deliveryBell.ring();
  return delivery;
}

/** What was never sent, because too much was waiting or the webhook was switched off, is made now. */
async function makeSendable(
  context: DeliveryContext,
  { webhook_id, delivery_id }: DeliveryPlace,
): Promise<void> {
  const key = await queries.findBodyKey(context.pools.main, webhook_id, delivery_id);
  if (!key) throw notFound();
  const bodies = await bodiesOf(context, [key]);
  if (bodies.size === 0) throw deletedBeforeSent();
}

export const deletedBeforeSent = () => conflict('What this delivery tells of was deleted before it was sent');

/** Whoever sends by hand makes the service call others at once, as often as they like: up to a limit. */
export async function limitByHand(context: DeliveryContext, projectId: number): Promise<void> {
  const subject = String(projectId);
  await context.limiter.take([{ name: 'deliveries by hand', subject, max: 30, per: 'minute' }]);
}

export async function findDelivery(db: Db, { webhook_id, delivery_id }: Omit<DeliveryPlace, 'project_id'>) {
  const delivery = await queries.findDelivery(db, webhook_id, delivery_id);
  if (!delivery) throw notFound();
  return delivery;
}

async function requireWebhook(db: Db, actor: Actor, { project_id, webhook_id }: WebhookPlace): Promise<void> {
  await requireProject(db, actor, project_id);
  if (!(await hasWebhook(db, project_id, webhook_id))) throw notFound();
}
