import { buildApp } from '../app.ts';
import type { ContextParts } from '../context.ts';
import { startDispatcher } from '../features/events/dispatcher.ts';
import { startDeliveries } from '../features/webhooks/delivery/loop.ts';
import { runJobs } from '../jobs/runner.ts';
import { closeRooms, openRooms } from '../rooms.ts';
import { eventHandlers, jobKinds } from '../worker.ts';
import { explainListening } from './listen-failures.ts';

const jobPollMs = 1_000;
const eventPollMs = 200;
/** Requests that are not finished by then are cut off, such as those whose body never comes. */
const requestGraceMs = 8_000;
const deliveryTimes = { pollMs: 250, graceMs: 3_000 };

/**
 * One serving process. Any number of them share a database, on one machine or on many; with `reusePort`, several of one
 * machine share their port. Returns how to stop it.
 */
export async function startNode(
  parts: ContextParts,
  { reusePort = false } = {},
): Promise<() => Promise<void>> {
  const rooms = openRooms(parts);
  try {
    const app = await buildApp(rooms);
    const place = { host: parts.config.host, port: parts.config.port, reusePort };
    await app.listen(place).catch(explainListening(place));
    const jobs = runJobs(rooms, jobKinds, { pollMs: jobPollMs });
    const dispatcher = startDispatcher(rooms, eventHandlers, { pollMs: eventPollMs });
    const deliveries = startDeliveries(rooms, deliveryTimes);
    return async () => {
      const cutOff = setTimeout(() => app.server.closeAllConnections(), requestGraceMs);
      await app.close();
      clearTimeout(cutOff);
      await dispatcher.stop();
      await deliveries.stop();
      await jobs.stop();
      await closeRooms(rooms);
    };
  } catch (error) {
    await closeRooms(rooms);
    throw error;
  }
}
