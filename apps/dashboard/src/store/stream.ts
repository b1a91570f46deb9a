import type { FollowOptions, LiveMessage } from '@skep/client';
import type { Clock } from './clock.ts';
import type { CatalogueEvent, LiveEvent, LiveState } from './types.ts';

/** Follows the stream of the service until the signal ends it: `followLive` of the client, with its connection. */
export type Follow = (options: FollowOptions) => Promise<unknown>;

/** What one part of the stream brings. */
export interface Batch {
  events: LiveEvent[];
  catalogue: CatalogueEvent[];
}

export type StreamNews =
  | { type: 'batch'; batch: Batch }
  /** How far the stream has been read: whoever goes on from here misses nothing that was told before. */
  | { type: 'place'; place: string }
  | { type: 'state'; state: LiveState }
  /**
   * From here on nothing is missed, but what happened before is not known: fetch everything. With `isRolledBack`, the database
   * was restored or failed over: what is known may never have happened.
   */
  | { type: 'afresh'; isRolledBack?: boolean }
  /** It goes on where it broke off. What happened to bugs is told again, what happened to the catalogue is not. */
  | { type: 'resumed' };

/** Away for longer than this, everything is fetched again: that is less than everything that has happened. */
const longestAbsenceMs = 5 * 60_000;
/** Replayed events come in one piece: when it has been quiet for so long, they are over. */
const quietMs = 300;
const beatMs = 30_000;

interface Options {
  clock: Clock;
  follow: Follow;
  onNews(news: StreamNews): void;
  /** The service refuses the stream for good. */
  onRefused(): void;
}

/** Reads the stream from a place on, or from now on, and tells truthfully how it goes. Returns what ends it. */
export function readStream(from: string | undefined, { clock, follow, onNews, onRefused }: Options) {
  let place = from;
  let reading = new AbortController();
  /** When the connection was last there; undefined while it is. */
  let lostAt: number | undefined = clock.now();
  /** Whether it has been told that the service cannot be reached. */
  let isOffline = false;
  let isResuming = false;
  let lastBeat = clock.now();
  let callOffQuiet: (() => void) | undefined;

  function tell(state: LiveState): void {
    onNews({ type: 'state', state });
  }

  function liveWhenQuiet(): void {
    callOffQuiet?.();
    callOffQuiet = clock.after(quietMs, () => tell('live'));
  }

  const onState: NonNullable<FollowOptions['onState']> = ({ phase }) => {
    if (phase === 'waiting') {
      callOffQuiet?.();
      lostAt ??= clock.now();
      isOffline = true;
      tell('offline');
    } else if (phase === 'connecting') {
      isResuming = place !== undefined;
      if (isResuming && lostAt !== undefined && clock.now() - lostAt > longestAbsenceMs)
        return begin(undefined);
      // An attempt is no news yet: it may fail like those before it.
      if (!isOffline) tell('catching-up');
    } else {
      lostAt = undefined;
      isOffline = false;
      if (isResuming) tell('catching-up');
      onNews({ type: isResuming ? 'resumed' : 'afresh' });
      if (isResuming) liveWhenQuiet();
      else tell('live');
    }
  };

  /** Begins to read, from this place on. What was read until now is given up. */
  function begin(at: string | undefined): void {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    place = at;
    lostAt = clock.now();
    const isCurrent = () => !signal.aborted;
    void follow({
      signal,
      ...(at === undefined ? {} : { lastEventId: at }),
      onState: (state) => isCurrent() && onState(state),
      onPlace(next) {
        if (!isCurrent()) return;
        place = next;
        onNews({ type: 'place', place: next });
      },
      onMessage(message) {
        if (!isCurrent()) return;
        if (callOffQuiet) liveWhenQuiet();
        if (message.type === 'other' && message.kind === 'reload')
          return onNews({ type: 'afresh', isRolledBack: true });
        onNews({ type: 'batch', batch: toBatch(message) });
      },
    }).then(() => {
      if (!isCurrent()) return;
      tell('offline');
      onRefused();
    });
  }

  /** A machine that slept did not count the seconds: the time between two beats tells. */
  let callOffBeat = clock.after(beatMs, beat);
  function beat(): void {
    if (clock.now() - lastBeat > longestAbsenceMs) begin(undefined);
    lastBeat = clock.now();
    callOffBeat = clock.after(beatMs, beat);
  }

  begin(from);
  return () => {
    reading.abort();
    callOffBeat();
    callOffQuiet?.();
  };
}

function toBatch(message: LiveMessage): Batch {
  if (message.type === 'activity') return { events: [message.event as unknown as LiveEvent], catalogue: [] };
  const catalogue = message.kind === 'catalogue' ? [message.data as CatalogueEvent] : [];
  return { events: [], catalogue };
}
