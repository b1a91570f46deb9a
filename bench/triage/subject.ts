import { type Server, startServer } from '../server.ts';
import { type Filled, fillDatabase } from './fill.ts';
import { type Ids, readIds } from './ids.ts';

/** A database with so many bugs, and the service that runs on it. */
export interface Subject {
  filled: Filled;
  server: Server;
  ids: Ids;
}

/** How long everything is measured. */
export interface Pace {
  /** How often each is measured, after a first time to warm up. */
  rounds: number;
  roundsOfLimits: number;
  secondsOfLimits: number;
  secondsOfSearches: number;
  secondsOfExport: number;
}

export async function prepareSubject(adminUrl: string, size: number): Promise<Subject> {
  const startedAt = performance.now();
  const filled = await fillDatabase(adminUrl, size);
  const took = Math.round((performance.now() - startedAt) / 1000);
  console.log(`filled ${size.toLocaleString('en')} bugs in ${took} s`);
  const server = await startServer({ databaseUrl: filled.url, processes: 1 });
  return { filled, server, ids: await readIds(filled) };
}
