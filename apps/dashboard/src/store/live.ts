import type { Clock } from './clock.ts';
import { createEmitter } from './notifier.ts';
import { type Batch, type Follow, type StreamNews, StreamReader } from './stream.ts';
import type { LiveState } from './types.ts';

/** Who is told. */
export interface LiveSink {
  onBatch(batch: Batch): void;
  /** Fetches everything again. Until that is done, it is not live. */
  onStartAfresh(options: { isRolledBack: boolean }): Promise<void>;
}

/** Begins to read the stream; returns what ends it. */
export type Read = (onNews: (news: StreamNews) => void, onRefused: () => void) => () => void;

/** Has this tab, or another one, read the stream; returns what ends it. */
export type Share = (read: Read, onNews: (news: StreamNews) => void) => () => void;

interface Options extends LiveSink {
  clock: Clock;
  follow: Follow;
  share: Share;
  /** When the page was opened. */
  openedAt?: number;
}

/** What happens elsewhere, gathered for one frame. */
export class LiveFeed {
  state: LiveState = 'catching-up';
  readonly #options: Options;
  readonly #listeners = createEmitter();
  readonly #stop: () => void;
  #stream: LiveState = 'catching-up';
  #catchingUp = 0;
  #gathered: Batch = { events: [], catalogue: [] };
  #isFrameAsked = false;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = options;
    const { share, ...reading } = options;
    const read: Read = (onNews, onRefused) => {
      const reader = new StreamReader({ ...reading, onNews, onRefused });
      return () => reader.stop();
    };
    this.#stop = share(read, (news) => !this.#isClosed && this.#take(news));
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.subscribe(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #take(news: StreamNews): void {
    if (news.type === 'batch') this.#gather(news.batch);
    else if (news.type === 'state') this.#stream = news.state;
    else if (!news.isReplayed) void this.#startAfresh(news.isRolledBack === true);
    this.#tell();
  }

  async #startAfresh(isRolledBack: boolean): Promise<void> {
    // What was gathered until now is part of what is fetched.
    this.#flush();
    this.#catchingUp++;
    await this.#options.onStartAfresh({ isRolledBack });
    this.#catchingUp--;
    this.#tell();
  }

  #tell(): void {
    const state = this.#stream === 'live' && this.#catchingUp > 0 ? 'catching-up' : this.#stream;
    if (state === this.state) return;
    this.state = state;
    this.#listeners.emit();
  }

  #gather({ events, catalogue }: Batch): void {
    this.#gathered.events.push(...events);
    this.#gathered.catalogue.push(...catalogue);
    if (this.#isFrameAsked) return;
    this.#isFrameAsked = true;
    this.#options.clock.nextFrame(() => {
      this.#isFrameAsked = false;
      this.#flush();
    });
  }

  #flush(): void {
    const batch = this.#gathered;
    if (this.#isClosed || batch.events.length + batch.catalogue.length === 0) return;
    this.#gathered = { events: [], catalogue: [] };
    this.#options.onBatch(batch);
  }
}
