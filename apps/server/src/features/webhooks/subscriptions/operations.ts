import type { Actor } from '../../../auth/actor.ts';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { conflict, invalid, notFound } from '../../../errors.ts';
import { requireProject } from '../../projects/operations.ts';
import { deleteLog } from '../delivery/clean-up/queries.ts';
import { endPendingDeliveries } from '../delivery/log/queries.ts';
import { generateWebhookSecret } from '../delivery/signature.ts';
import * as queries from './queries.ts';
import type { NewWebhook, WebhookPatch } from './schema.ts';

const webhooksAllowed = 50;

export async function listWebhooks(context: Context, actor: Actor, projectId: number) {
  await requireProject(context.db, actor, projectId);
  const items = await queries.listWebhooks(context.db, projectId);
  return { items, total: items.length };
}

export async function createWebhook(
  context: Context,
  actor: Actor,
  projectId: number,
  { url, events, transform = 'raw' }: NewWebhook,
) {
  await demandPublicTarget(context, url);
  await requireProject(context.db, actor, projectId);
  const secret = generateWebhookSecret();
  const created = await inTransaction(context.db, async (trx) => {
    const count = await queries.countWebhooksLocked(trx, projectId);
    if (count === undefined) throw notFound();
    if (count >= webhooksAllowed)
      throw conflict(`A project has at most ${webhooksAllowed} webhooks: delete one first`);
    return queries.insertWebhook(trx, { project_id: projectId, url, events, transform, secret });
  });
  return { ...created, secret };
}

/** What waits for a webhook that is switched off is not sent any more. */
export async function updateWebhook(
  context: Context,
  actor: Actor,
  projectId: number,
  id: number,
  patch: WebhookPatch,
) {
  if (patch.url !== undefined) await demandPublicTarget(context, patch.url);
  await requireProject(context.db, actor, projectId);
  return inTransaction(context.db, async (trx) => {
    const updated = await queries.updateWebhook(trx, projectId, id, patch);
    if (!updated) throw notFound();
    if (patch.is_active === false) await endPendingDeliveries(trx, [id]);
    return updated;
  });
}

/** First its log, which may be long, in portions; then itself with what has come to it meanwhile. */
export async function deleteWebhook(
  context: Context,
  actor: Actor,
  projectId: number,
  id: number,
): Promise<void> {
  await requireProject(context.db, actor, projectId);
  if (!(await queries.hasWebhook(context.db, projectId, id))) throw notFound();
  await deleteLog(context.db, id);
  await inTransaction(context.db, async (trx) => {
    if (!(await queries.lockWebhookWithLog(trx, projectId, id))) throw notFound();
    await queries.deleteWebhook(trx, id);
  });
}

export async function rotateWebhookSecret(context: Context, actor: Actor, projectId: number, id: number) {
  await requireProject(context.db, actor, projectId);
  const secret = generateWebhookSecret();
  const webhook = await queries.replaceSecret(context.db, projectId, id, secret);
  if (!webhook) throw notFound();
  return { ...webhook, secret };
}

async function demandPublicTarget(context: Context, url: string): Promise<void> {
  const problem = await context.webhookClient.problemOf(url);
  if (problem) throw invalid('url', problem);
}
