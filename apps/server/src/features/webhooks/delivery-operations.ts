import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connection.ts';
import { notFound } from '../../errors.ts';
import type { Page } from '../../schema.ts';
import { requireProject } from '../projects/operations.ts';
import * as queries from './delivery-queries.ts';
import { hasWebhook } from './queries.ts';

/** Where a webhook is. */
export interface WebhookPlace {
  project_id: number;
  webhook_id: number;
}

export async function listDeliveries(context: Context, actor: Actor, place: WebhookPlace, page: Page) {
  await requireWebhook(context.db, actor, place);
  const total = await queries.countDeliveries(context.db, place.webhook_id);
  const items = await queries.listDeliveries(context.db, place.webhook_id, page);
  return { items, total, ...page };
}

/** The same once more, whatever became of it. A webhook that is switched off gets a single attempt. */
export async function redeliver(context: Context, actor: Actor, place: WebhookPlace, deliveryId: number) {
  await requireWebhook(context.db, actor, place);
  const delivery = await queries.copyDelivery(context.db, place.webhook_id, deliveryId);
  if (!delivery) throw notFound();
  context.deliveryBell.ring();
  return delivery;
}

async function requireWebhook(db: Db, actor: Actor, { project_id, webhook_id }: WebhookPlace): Promise<void> {
  await requireProject(db, actor, project_id);
  if (!(await hasWebhook(db, project_id, webhook_id))) throw notFound();
}
