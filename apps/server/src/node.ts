import { buildApp } from './app.ts';
import { type ContextParts, closeContext, createContext } from './context.ts';
import { startDispatcher } from './features/events/dispatcher.ts';
import { startDeliveries } from './features/webhooks/delivery/loop.ts';
import { runJobs } from './jobs/runner.ts';
import { explainListening } from './listen-failures.ts';
import { eventHandlers, jobKinds } from './worker.ts';

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
  const context = createContext(parts);
  try {
    const app = await buildApp(context);
    const place = { host: parts.config.host, port: parts.config.port, reusePort };
    await app.listen(place).catch(explainListening(place));
    const jobs = runJobs(context, jobKinds, { pollMs: jobPollMs });
    const dispatcher = startDispatcher(context, eventHandlers, { pollMs: eventPollMs });
    const deliveries = startDeliveries(context, deliveryTimes);
    return async () => {
      const cutOff = setTimeout(() => app.server.closeAllConnections(), requestGraceMs);
      await app.close();
      clearTimeout(cutOff);
      await dispatcher.stop();
      await deliveries.stop();
      await jobs.stop();
      await closeContext(context);
    };
  } catch (error) {
    await closeContext(context);
    throw error;
  }
}
