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
  | { type: 'state'; state: LiveState }
  /**
   * From here on nothing is missed, but what happened before is not known: fetch everything. With `isRolledBack`, the database
   * was restored or failed over: what is known may never have happened. With `isReplayed`, all that has happened since the
   * page of the reader was opened is told again: that page has nothing to fetch.
   */
  | { type: 'afresh'; isRolledBack?: boolean; isReplayed?: boolean };

/** Away for longer than this, what has happened is not told again: everything is fetched anyway. */
const longestAbsenceMs = 5 * 60_000;
const beatMs = 30_000;
/** Seconds that the service replays. */
const longestReplay = 60;

interface Options {
  clock: Clock;
  follow: Follow;
  onNews(news: StreamNews): void;
  /** When the page was opened. */
  openedAt?: number;
  /** The service refuses the stream for good. */
  onRefused(): void;
}

/** Reads the stream, and tells truthfully how it goes. */
export class StreamReader {
  readonly #options: Options;
  #reading = new AbortController();
  /** When the connection was last there; undefined while it is. */
  #lostAt: number | undefined;
  /** Whether it has been told that the service cannot be reached. */
  #isOffline = false;
  #isReplayed = false;
  #callOffBeat: () => void;

  constructor(options: Options) {
    this.#options = options;
    this.#callOffBeat = this.#beatLater();
    this.#begin();
  }

  stop(): void {
    this.#reading.abort();
    this.#callOffBeat();
  }

  /** Begins to read from now on. What was read until now is given up. */
  #begin(): void {
    const { clock, follow, onRefused } = this.#options;
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    this.#lostAt = clock.now();
    void follow({
      signal,
      replaySeconds: () => this.#replaySeconds(),
      onState: ({ phase }) => !signal.aborted && this.#onPhase(phase),
      onMessage: (message) => !signal.aborted && this.#onMessage(message),
    }).then(() => {
      if (signal.aborted) return;
      this.#tell('offline');
      onRefused();
    });
  }

  #onPhase(phase: 'connecting' | 'waiting' | 'live') {
    const { clock, onNews } = this.#options;
    if (phase === 'waiting') {
      this.#lostAt ??= clock.now();
      this.#isOffline = true;
      this.#tell('offline');
    } else if (phase === 'connecting') {
      this.#isReplayed = false;
      if (this.#lostAt !== undefined && clock.now() - this.#lostAt > longestAbsenceMs) return this.#begin();
      // An attempt is no news yet: it may fail like those before it.
      if (!this.#isOffline) this.#tell('catching-up');
    } else {
      this.#lostAt = undefined;
      this.#isOffline = false;
      // After an interruption, too: what happened to the catalogue is not told again.
      onNews({ type: 'afresh', isReplayed: this.#isReplayed });
      this.#tell('live');
    }
  }

  /** Since the page was opened, and a moment more: what it has read since is no older than the first event that comes. */
  #replaySeconds(): number | undefined {
    const { clock, openedAt } = this.#options;
    if (openedAt === undefined) return undefined;
    const seconds = Math.ceil((clock.now() - openedAt) / 1_000) + 1;
    this.#isReplayed = seconds <= longestReplay;
    return this.#isReplayed ? seconds : undefined;
  }

  #onMessage(message: LiveMessage): void {
    const { onNews } = this.#options;
    if (message.type === 'activity')
      onNews({ type: 'batch', batch: { events: [message.event], catalogue: [] } });
    else if (message.kind === 'reload') onNews({ type: 'afresh', isRolledBack: true });
    else if (message.kind === 'catalogue')
      onNews({ type: 'batch', batch: { events: [], catalogue: [message.data as CatalogueEvent] } });
  }

  #tell(state: LiveState): void {
    this.#options.onNews({ type: 'state', state });
  }

  /** A machine that slept did not count the seconds: the time between two beats tells. */
  #beatLater(): () => void {
    const { clock } = this.#options;
    const lastBeat = clock.now();
    return clock.after(beatMs, () => {
      if (clock.now() - lastBeat > longestAbsenceMs) this.#begin();
      this.#callOffBeat = this.#beatLater();
    });
  }
}
