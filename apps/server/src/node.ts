import { buildApp } from './app.ts';
import { type ContextParts, closeContext, createContext } from './context.ts';
import { startDispatcher } from './features/events/dispatcher.ts';
import { runJobs } from './jobs/runner.ts';
import { eventHandlers, jobKinds } from './worker.ts';

const jobPollMs = 1_000;
const eventPollMs = 200;

/** One serving process. Any number of them share a database, on one machine or on many; returns how to stop it. */
export async function startNode(parts: ContextParts): Promise<() => Promise<void>> {
  const context = createContext(parts);
  try {
    const app = await buildApp(context);
    await app.listen({ host: parts.config.host, port: parts.config.port });
    const jobs = runJobs(context, jobKinds, { pollMs: jobPollMs });
    const dispatcher = startDispatcher(context, eventHandlers, { pollMs: eventPollMs });
    return async () => {
      await app.close();
      await dispatcher.stop();
      await jobs.stop();
      await closeContext(context);
    };
  } catch (error) {
    await closeContext(context);
    throw error;
  }
}
