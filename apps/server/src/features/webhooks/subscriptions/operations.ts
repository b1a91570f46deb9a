import type { Actor } from '../../../auth/actor.ts';
import { requireProject } from '../../../auth/ownership.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { conflict, invalid, notFound } from '../../../errors.ts';
import type { DeliveryContext } from '../delivery/context.ts';
import { endPendingDeliveries } from '../delivery/log/queries.ts';
import { deleteLog } from '../delivery/queries/clean-up.ts';
import { generateWebhookSecret } from '../delivery/signature.ts';
import * as queries from './queries.ts';
import type { NewWebhook, WebhookPatch } from './schema.ts';

const webhooksAllowed = 50;
export const hasTooManyWebhooks = () =>
  conflict(`A project has at most ${webhooksAllowed} webhooks: delete one first`);

export async function listWebhooks(context: DeliveryContext, actor: Actor, projectId: number) {
  await requireProject(context.pools.main, actor, projectId);
  const items = await queries.listWebhooks(context.pools.main, projectId);
  return { items, total: items.length };
}

export async function createWebhook(
  context: DeliveryContext,
  actor: Actor,
  projectId: number,
  { url, events, transform = 'raw' }: NewWebhook,
) {
  await demandPublicTarget(context, url);
  await requireProject(context.pools.main, actor, projectId);
  const secret = generateWebhookSecret();
  const created = await inTransaction(context.pools.main, async (trx) => {
    const count = await queries.countWebhooksLocked(trx, projectId);
    if (count === undefined) throw notFound();
    if (count >= webhooksAllowed) throw hasTooManyWebhooks();
    return queries.insertWebhook(trx, { project_id: projectId, url, events, transform, secret });
  });
  return { ...created, secret };
}

/** Changes a webhook. When it is switched off, the deliveries that wait for it end without being sent. */
export async function updateWebhook(
  context: DeliveryContext,
  actor: Actor,
  projectId: number,
  id: number,
  patch: WebhookPatch,
) {
  if (patch.url !== undefined) await demandPublicTarget(context, patch.url);
  await requireProject(context.pools.main, actor, projectId);
  return inTransaction(context.pools.main, async (trx) => {
    const updated = await queries.updateWebhook(trx, projectId, id, patch);
    if (!updated) throw notFound();
    if (patch.is_active === false) await endPendingDeliveries(trx, [id]);
    return updated;
  });
}

/** Deletes the webhook's log first, in portions because it may be long, and then the webhook with what has come since. */
export async function deleteWebhook(
  context: DeliveryContext,
  actor: Actor,
  projectId: number,
  id: number,
): Promise<void> {
  await requireProject(context.pools.main, actor, projectId);
  if (!(await queries.hasWebhook(context.pools.main, projectId, id))) throw notFound();
  await deleteLog(context.pools.main, id);
  await inTransaction(context.pools.main, async (trx) => {
    if (!(await queries.lockWebhook(trx, projectId, id))) throw notFound();
    await queries.deleteWebhooks(trx, [id]);
  });
}

export async function rotateWebhookSecret(
  context: DeliveryContext,
  actor: Actor,
  projectId: number,
  id: number,
) {
  await requireProject(context.pools.main, actor, projectId);
  const secret = generateWebhookSecret();
  const webhook = await queries.replaceSecret(context.pools.main, projectId, id, secret);
  if (!webhook) throw notFound();
  return { ...webhook, secret };
}

async function demandPublicTarget(context: DeliveryContext, url: string): Promise<void> {
  const problem = await context.webhookClient.problemOf(url);
  if (problem) throw invalid('url', problem);
}
