import { buildApp } from './app.ts';
import { type ContextParts, closeContext, createContext } from './context.ts';
import { runJobs } from './jobs/runner.ts';
import { jobKinds } from './worker.ts';

const jobPollMs = 1_000;

/** One serving process. Any number of them share a database, on one machine or on many; returns how to stop it. */
export async function startNode(parts: ContextParts): Promise<() => Promise<void>> {
  const context = createContext(parts);
  try {
    const app = await buildApp(context);
    await app.listen({ host: parts.config.host, port: parts.config.port });
    const jobs = runJobs(context, jobKinds, { pollMs: jobPollMs });
    return async () => {
      await app.close();
      await jobs.stop();
      await closeContext(context);
    };
  } catch (error) {
    await closeContext(context);
    throw error;
  }
}
