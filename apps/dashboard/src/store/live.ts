import type { Clock } from './clock.ts';
import type { Notifier } from './notifier.ts';
import type { CatalogueEvent, LiveEvent, LiveState } from './types.ts';

export type StreamNews =
  | { type: 'event'; event: LiveEvent }
  | { type: 'catalogue'; event: CatalogueEvent }
  | { type: 'state'; state: LiveState }
  /**
   * The stream is complete from here on, but earlier events may be missing, so everything must be fetched. With
   * `isReplayed`, the stream replays all events since the reading tab was opened, so that tab has nothing to fetch.
   */
  | { type: 'afresh'; isReplayed?: boolean };

interface Options {
  clock: Clock;
  notifier: Notifier;
  onEvents(events: readonly LiveEvent[]): void;
  onCatalogue(event: CatalogueEvent): void;
  /** Fetches everything again. The state is not `live` until this resolves. */
  onStartAfresh(): Promise<void>;
}

/** Events from the stream, read by this tab or another one, batched per frame. */
export class LiveFeed {
  state: LiveState = 'catching-up';
  readonly #options: Options;
  #stream: LiveState = 'catching-up';
  #catchingUp = 0;
  #gathered: LiveEvent[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  readonly take = (news: StreamNews): void => {
    if (news.type === 'event') this.#gather(news.event);
    else if (news.type === 'catalogue') this.#options.onCatalogue(news.event);
    else if (news.type === 'state') this.#stream = news.state;
    else if (!news.isReplayed) void this.#startAfresh();
    this.#tell();
  };

  async #startAfresh(): Promise<void> {
    // The fetch includes the events that were batched so far.
    this.#flush();
    this.#catchingUp++;
    await this.#options.onStartAfresh();
    this.#catchingUp--;
    this.#tell();
  }

  #tell(): void {
    const state = this.#stream === 'live' && this.#catchingUp > 0 ? 'catching-up' : this.#stream;
    if (state === this.state) return;
    this.state = state;
    this.#options.notifier.changed();
  }

  #gather(event: LiveEvent): void {
    if (this.#gathered.length === 0) this.#options.clock.nextFrame(() => this.#flush());
    this.#gathered.push(event);
  }

  #flush(): void {
    const events = this.#gathered;
    this.#gathered = [];
    if (events.length > 0) this.#options.onEvents(events);
  }
}
