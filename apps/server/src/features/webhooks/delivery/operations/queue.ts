import type { EventHandler } from '../../../events/bug-events.ts';
import type { DeliveryContext } from '../context.ts';
import { insertDeliveries, mostWaiting } from '../queries/queue.ts';

/** Makes a delivery of each event for every webhook that subscribed to it before. What is sent is made when it is sent. */
export const queueDeliveries: EventHandler<DeliveryContext> = async (trx, { events, wakes }, context) => {
  if (events.length === 0) return;
  const projects = await insertDeliveries(trx, events);
  for (const { project_id, refused } of projects) {
    if (refused > 0)
      context.log.warn(
        { project: project_id, refused, mostWaiting },
        'deliveries to webhooks were not queued: too many of the project are waiting',
      );
  }
  if (projects.length > 0) wakes.add('deliveries');
};
