import { randomUUID } from 'node:crypto';
import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { lacks } from '../../db/constraints.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound } from '../../errors.ts';
import { requireProject } from '../projects/operations.ts';
import { attempt, noteAtWebhooks } from './attempt-operations.ts';
import type { WebhookPlace } from './delivery-operations.ts';
import { insertFinishedDelivery } from './delivery-queries.ts';
import { selectActors } from './event-queries.ts';
import { findTarget } from './queries.ts';
import { testEvent, writeTestBody } from './test-body.ts';
import { transformBody } from './transform.ts';

/** Delivers something made up, at once and once, also when the webhook is switched off. */
export async function sendTest(context: Context, actor: Actor, { project_id, webhook_id }: WebhookPlace) {
  await requireProject(context.db, actor, project_id);
  const target = await findTarget(context.db, project_id, webhook_id);
  if (!target) throw notFound();
  const [sender] = await selectActors(context.db, [actor.userId]);
  const event_id = `evt_test_${randomUUID()}`;
  const project = { id: project_id, name: target.project_name };
  const body = writeTestBody({ id: event_id, project, actor: sender, via: actor.via });
  const request_body = transformBody(target.transform, body, context.config.baseUrl);

  const outcome = await attempt(context, { ...target, event_id, request_body }, new AbortController().signal);
  const delivery = { webhook_id, event_id, event: testEvent, request_body };
  return inTransaction(context.db, async (trx) => {
    await noteAtWebhooks(trx, [{ webhook_id, event: testEvent, outcome }]);
    return insertFinishedDelivery(trx, outcome, delivery);
  }).catch((error) => {
    throw lacks(error, 'webhook_deliveries_webhook_id_fkey') ? notFound() : error;
  });
}
