import type { Clock } from './clock.ts';
import type { Notifier } from './notifier.ts';
import type { CatalogueEvent, LiveEvent, LiveState } from './types.ts';

export type StreamNews =
  | { type: 'event'; event: LiveEvent }
  | { type: 'catalogue'; event: CatalogueEvent }
  | { type: 'state'; state: LiveState }
  /**
   * From here on nothing is missed, but what happened before is not known: fetch everything. With `isReplayed`, all that has
   * happened since the page of the reader was opened is told again: that page has nothing to fetch.
   */
  | { type: 'afresh'; isReplayed?: boolean };

interface Options {
  clock: Clock;
  notifier: Notifier;
  onEvents(events: readonly LiveEvent[]): void;
  onCatalogue(event: CatalogueEvent): void;
  /** Fetches everything again. Until that is done, it is not live. */
  onStartAfresh(): Promise<void>;
}

/** What the stream says, which this tab reads or another one, gathered for one frame. */
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
    // What was gathered until now is part of what is fetched.
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
