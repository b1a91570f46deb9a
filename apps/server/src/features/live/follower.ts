import type { Context } from '../../context.ts';
import { readOutbox } from '../events/outbox/reader.ts';
import type { StreamCursor } from './cursor.ts';
import { addListener, fanOut, type Listeners, removeListener } from './listeners.ts';
import { justMoved } from './operations.ts';
import { pace } from './pace.ts';
import { selectLastCursor } from './queries.ts';
import type { Stream } from './stream.ts';
import { toStreamText } from './stream-text.ts';

/** Reads what happens, once for all streams of this process that are as far as it is. */
export interface Follower {
  /** What it has seen has been sent to those who listen. */
  cursor(): StreamCursor;
  /** How many reads have begun, and which was the last that left nothing unread. */
  reads(): { begun: number; lastOfAll: number };
  /** Does something when nothing is being read, so that a stream which joins then begins exactly at the cursor. */
  betweenReads<T>(act: () => T): Promise<T>;
  join(stream: Stream): void;
  leave(stream: Stream): void;
  stop(): Promise<void>;
}

const atOnce = 1_000;

/** `onMove` ends all streams: the database is another one, where their cursors mean nothing. */
export async function startFollower(context: Context, onMove: () => void): Promise<Follower> {
  const listeners: Listeners = new Map();
  const waiting: (() => void)[] = [];
  const reads = { begun: 0, lastOfAll: 0 };
  let cursor = await findLastCursor(context);
  let isReading = false;

  /** Says how long to rest. The cursor moves when all has been sent: a failure repeats the read. */
  async function readOn(): Promise<number> {
    const read = ++reads.begun;
    const wanted = { teamIds: [...listeners.keys()], limit: atOnce };
    const batch = await readOutbox(context.pools.following, { after: cursor }, wanted);
    if (batch.numbering !== cursor.numbering || batch.now.xmax < cursor.xmax) {
      await beginAnew();
      return 0;
    }
    fanOut(listeners, await toStreamText(context, batch, cursor.numbering));
    const activityId = batch.rows.at(-1)?.id ?? cursor.activityId;
    cursor = { ...batch.end, numbering: cursor.numbering, activityId };
    if (batch.isFull) return 0;
    reads.lastOfAll = read;
    return pace.pollMs;
  }

  async function beginAnew(): Promise<void> {
    context.log.warn('database history changed: live streams are closed and have to reload');
    onMove();
    cursor = await findLastCursor(context);
  }

  const loop = context.loops.start({
    name: 'live updates',
    async step() {
      isReading = true;
      try {
        return await readOn();
      } finally {
        isReading = false;
        for (const act of waiting.splice(0)) act();
      }
    },
  });

  return {
    cursor: () => cursor,
    reads: () => reads,
    async betweenReads(act) {
      if (!isReading) return act();
      return new Promise((resolve) => waiting.push(() => resolve(act())));
    },
    join: (stream) => addListener(listeners, stream),
    leave: (stream) => removeListener(listeners, stream),
    stop: loop.stop,
  };
}

async function findLastCursor({ pools }: Context): Promise<StreamCursor> {
  const cursor = await selectLastCursor(pools.following);
  if (!cursor) throw justMoved();
  return cursor;
}
