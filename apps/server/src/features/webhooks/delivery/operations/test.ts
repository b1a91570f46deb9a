import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../../auth/actor.ts';
import { requireProject } from '../../../../auth/ownership.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { notFound } from '../../../../errors.ts';
import { insertBodies } from '../../messages/queries.ts';
import { testEvent, writeTestBody } from '../../messages/test-body.ts';
import { transformBody } from '../../messages/transform.ts';
import { findTarget, hasWebhook } from '../../subscriptions/queries.ts';
import type { DeliveryContext } from '../context.ts';
import { findDelivery, limitByHand, type WebhookPlace } from '../log/operations.ts';
import { insertFinishedDelivery } from '../log/queries.ts';
import { insertTestEvent, selectActors } from '../queries/queue.ts';
import { attempt, noteAtWebhooks } from './attempt.ts';

/** Delivers something made up, at once and once, also when the webhook is switched off. */
export async function sendTest(
  context: DeliveryContext,
  actor: Actor,
  { project_id, webhook_id }: WebhookPlace,
) {
  await requireProject(context.pools.main, actor, project_id);
  await limitByHand(context, project_id);
  const target = await findTarget(context.pools.main, project_id, webhook_id);
  if (!target) throw notFound();
  const [sender] = await selectActors(context.pools.main, [actor.userId]);
  const event_id = `evt_test_${randomUUID()}`;
  const project = { id: project_id, name: target.project_name };
  const raw = writeTestBody({ id: event_id, project, actor: sender, via: actor.via });
  const { transform } = target;
  const body = transformBody(transform, raw, context.config.baseUrl);

  const request = { ...target, webhook_id, event_id, request_body: body };
  const outcome = await attempt(context, request, new AbortController().signal);
  return inTransaction(context.pools.main, async (trx) => {
    await noteAtWebhooks(trx, [{ webhook_id, event: testEvent, outcome }]);
    if (!(await hasWebhook(trx, project_id, webhook_id))) throw notFound();
    await insertTestEvent(trx, { id: event_id, type: testEvent, project_id, via: actor.via });
    await insertBodies(trx, [{ event_id, transform, body }]);
    const delivery = { webhook_id, event_id, event: testEvent, transform };
    const delivery_id = await insertFinishedDelivery(trx, outcome, delivery);
    return findDelivery(trx, { webhook_id, delivery_id });
  });
}
