import type { Context } from '../../context.ts';
import { selectStretch } from '../events/stretch.ts';
import { toEvents } from './events.ts';
import { addListener, fanOut, type Listeners, removeListener } from './listeners.ts';
import { justMoved } from './operations.ts';
import { pace } from './pace.ts';
import type { LivePlace } from './place.ts';
import { selectLastPlace } from './queries.ts';
import type { Stream } from './stream.ts';

/** Reads what happens, once for all streams of this process that are as far as it is. */
export interface Follower {
  /** What it has seen has been sent to those who listen. */
  place(): LivePlace;
  /** How many reads have begun, and which was the last that left nothing unread. */
  reads(): { begun: number; lastOfAll: number };
  /** Does something when nothing is being read, so that a stream which joins then begins exactly at the place. */
  betweenReads<T>(act: () => T): Promise<T>;
  join(stream: Stream): void;
  leave(stream: Stream): void;
  stop(): Promise<void>;
}

const atOnce = 1_000;

/** `onMove` ends all streams: the database is another one, where the places that they have come to mean nothing. */
export async function startFollower(context: Context, onMove: () => void): Promise<Follower> {
  const listeners: Listeners = new Map();
  const waiting: (() => void)[] = [];
  const reads = { begun: 0, lastOfAll: 0 };
  let place = await findLastPlace(context);
  let isReading = false;

  /** Says how long to rest. The place moves when all has been sent: a failure repeats the read. */
  async function readOn(): Promise<number> {
    const read = ++reads.begun;
    const wanted = { teamIds: [...listeners.keys()], limit: atOnce };
    const stretch = await selectStretch(context.pools.following, { after: place }, wanted);
    if (stretch.numbering !== place.numbering || stretch.now.xmax < place.xmax) {
      await beginAnew();
      return 0;
    }
    fanOut(listeners, await toEvents(context, stretch, place.numbering));
    const activityId = stretch.rows.at(-1)?.id ?? place.activityId;
    place = { ...stretch.end, numbering: place.numbering, activityId };
    if (stretch.isFull) return 0;
    reads.lastOfAll = read;
    return pace.pollMs;
  }

  async function beginAnew(): Promise<void> {
    context.log.warn('the database comes from another server: live streams have to come back');
    onMove();
    place = await findLastPlace(context);
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
    place: () => place,
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

async function findLastPlace({ pools }: Context): Promise<LivePlace> {
  const place = await selectLastPlace(pools.following);
  if (!place) throw justMoved();
  return place;
}
