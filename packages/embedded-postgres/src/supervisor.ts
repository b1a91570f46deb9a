import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from './failures.ts';
import type { ServerParts } from './launch.ts';
import { incumbentPause, letGo, type Ownership, takeServer } from './ownership.ts';

export interface Supervisor {
  socketDir(): string;
  stop(): Promise<void>;
}

const firstPause = 250;
const longestPause = 30_000;

/** Keeps the server running and the lock held until told to stop. */
export function supervise(
  server: ServerParts,
  first: Ownership,
  onProblem: (message: string) => void,
): Supervisor {
  const stopping = new AbortController();
  let ownership: Ownership | null = first;
  let { socketDir } = first.postmaster;

  const watch = async (): Promise<void> => {
    while (ownership && !stopping.signal.aborted) {
      await ownership.lock.lost;
      if (stopping.signal.aborted) return;
      onProblem('The embedded PostgreSQL went away unexpectedly; bringing it back.');
      ownership = null;
      ownership = await takeServerAgain(server, stopping.signal, onProblem);
      socketDir = ownership?.postmaster.socketDir ?? socketDir;
    }
  };
  const watching = watch();

  const end = async (): Promise<void> => {
    stopping.abort();
    await letGo(ownership);
    await watching;
    // A recovery that was under way may have succeeded in the meantime.
    await letGo(ownership);
  };
  let ended: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    ended ??= end();
    return ended;
  };
  return { socketDir: () => socketDir, stop };
}

async function takeServerAgain(
  server: ServerParts,
  stopping: AbortSignal,
  onProblem: (message: string) => void,
): Promise<Ownership | null> {
  for (let pause = firstPause; !stopping.aborted; pause = Math.min(pause * 2, longestPause)) {
    try {
      const ownership = await takeServer(server, incumbentPause);
      onProblem('The embedded PostgreSQL is back.');
      return ownership;
    } catch (error) {
      onProblem(`The embedded PostgreSQL could not be brought back; trying again. ${messageOf(error)}`);
    }
    await sleep(pause, undefined, { signal: stopping }).catch(() => {});
  }
  return null;
}
