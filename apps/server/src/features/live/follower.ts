import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import type { Position } from '../events/queries.ts';
import { selectStretch } from '../events/stretch.ts';
import { toEvents } from './events.ts';
import { addListener, fanOut, type Listeners, removeListener } from './listeners.ts';
import { pace } from './pace.ts';
import { selectLastPosition } from './queries.ts';
import type { Stream } from './stream.ts';

/** Reads what happens, once for all streams of this process that are as far as it is. */
export interface Follower {
  /** Everything up to here has been sent to those who listen. */
  position(): Position;
  /** Does something when nothing is being read, so that a stream which joins then begins exactly at the position. */
  betweenReads<T>(act: () => T): Promise<T>;
  join(stream: Stream): void;
  leave(stream: Stream): void;
  stop(): Promise<void>;
}

const atOnce = 1_000;
const pauseAfterFailureMs = 1_000;

export async function startFollower(context: Context): Promise<Follower> {
  const listeners: Listeners = new Map();
  const stopping = new AbortController();
  const waiting: (() => void)[] = [];
  let position = await selectLastPosition(context.db);
  let isReading = false;

  /** Says how long to wait before the next time. The position moves when all has been sent: a failure repeats the read. */
  async function readOn(): Promise<number> {
    try {
      const wanted = { teamIds: [...listeners.keys()], limit: atOnce };
      const { rows, end, isFull } = await selectStretch(context.db, { after: position }, wanted);
      fanOut(listeners, await toEvents(context, rows));
      position = end;
      return isFull ? 0 : pace.pollMs;
    } catch (error) {
      context.log.warn({ err: error }, 'live updates could not be read');
      return pauseAfterFailureMs;
    }
  }

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) {
      isReading = true;
      const pauseMs = await readOn();
      isReading = false;
      for (const act of waiting.splice(0)) act();
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const finished = follow();

  return {
    position: () => position,
    async betweenReads(act) {
      if (!isReading) return act();
      return new Promise((resolve) => waiting.push(() => resolve(act())));
    },
    join: (stream) => addListener(listeners, stream),
    leave: (stream) => removeListener(listeners, stream),
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}
