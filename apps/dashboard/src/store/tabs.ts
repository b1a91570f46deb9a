import { type Connection, followLive } from '@skep/client';
import { browserClock as clock } from './clock.ts';
import type { StreamNews } from './live.ts';
import { readStream } from './stream.ts';
import type { LiveState } from './types.ts';

type Message =
  | { type: 'news'; news: StreamNews }
  /** Who reads the stream, please say so. */
  | { type: 'who' }
  | { type: 'here'; state: LiveState; isHidden: boolean };

type OnNews = (news: StreamNews) => void;
/** Begins to read the stream; returns what ends it. */
type Read = (onNews: OnNews, onRefused: () => void) => () => void;

/** Whoever reads the stream answers within this time, or is asleep. */
const answerMs = 3_000;
/** Whoever has lost the lock, or was refused the stream, comes back after this. */
const againMs = 10_000;
/** Tabs that have been hidden for so long may have slept. */
const sleepMs = 10_000;

/** Follows the stream for as long as the page lives. */
export function followInTabs(user: number, connection: Connection, onNews: OnNews): void {
  const follow = followLive.bind(undefined, connection);
  const openedAt = performance.timeOrigin;
  const read: Read = (tell, onRefused) => readStream({ clock, follow, openedAt, onNews: tell, onRefused });
  if (navigator.locks) new SharedStream(`skep.live.${user}`, read, onNews);
  else readWhileVisible(read, onNews);
}

/** Where browsers have no locks, which is on plain HTTP, each tab that is seen reads a stream of its own. */
function readWhileVisible(read: Read, onNews: OnNews): void {
  let stop: (() => void) | undefined;
  const look = () => {
    stop?.();
    stop = document.hidden ? undefined : read(onNews, () => setTimeout(look, againMs));
  };
  document.addEventListener('visibilitychange', look);
  look();
}

/**
 * One stream for all tabs of a user: browsers allow six connections to a host over HTTP/1.1, and the seventh tab would never
 * load. The tab that holds the lock reads and tells the others; the browser gives the lock to the next one when it is closed.
 * A tab that comes into sight takes the lock from one that is asleep. Whoever begins to read has all tabs fetch what they show.
 */
class SharedStream {
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  readonly #read: Read;
  readonly #onNews: OnNews;
  #standing = new AbortController();
  /** There while this tab reads. */
  #stopReading: (() => void) | undefined;
  #state: LiveState = 'catching-up';
  /** Messages may have been missed: before this tab began to listen, or while it was hidden and asleep. */
  #hasMissed = true;
  #hiddenAt = 0;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, read: Read, onNews: OnNews) {
    this.#name = name;
    this.#read = read;
    this.#onNews = onNews;
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data));
    document.addEventListener('visibilitychange', () => this.#onVisibility());
    void this.#stand(false);
    this.#ask();
  }

  /** Waits for the lock, or takes it from whoever has it, and reads the stream for as long as this tab holds it. */
  async #stand(steal: boolean): Promise<void> {
    this.#standing.abort();
    const own = new AbortController();
    this.#standing = own;
    // A lock cannot be both stolen and waited for with a signal. It rejects when another tab has stolen it.
    const options = steal ? { steal } : { signal: own.signal };
    await navigator.locks.request(this.#name, options, () => this.#lead()).catch(() => undefined);
    if (this.#standing !== own) return;
    this.#stopReading?.();
    this.#stopReading = undefined;
    setTimeout(() => this.#standing === own && void this.#stand(false), againMs);
  }

  #lead(): Promise<void> {
    clearTimeout(this.#patience);
    return new Promise((resolve) => {
      const tell = (news: StreamNews) => {
        this.#take(news);
        // What is replayed to this tab may be too little for those that have been open for longer.
        this.#channel.postMessage({ type: 'news', news: news.type === 'afresh' ? { type: 'afresh' } : news });
      };
      // After a refusal the next tab may try: it may have a better token.
      const stop = this.#read(tell, resolve);
      this.#stopReading = () => {
        stop();
        resolve();
      };
    });
  }

  #take(news: StreamNews): void {
    if (news.type === 'state') this.#state = news.state;
    if (news.type === 'afresh') this.#hasMissed = false;
    this.#onNews(news);
  }

  #onVisibility(): void {
    if (document.hidden) this.#hiddenAt = Date.now();
    else {
      this.#hasMissed ||= Date.now() - this.#hiddenAt > sleepMs;
      this.#ask();
    }
  }

  #ask(): void {
    if (this.#stopReading) return;
    this.#channel.postMessage({ type: 'who' } satisfies Message);
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => !document.hidden && void this.#stand(true), answerMs);
  }

  #hear(message: Message): void {
    if (this.#stopReading) {
      if (message.type === 'who')
        this.#channel.postMessage({ type: 'here', state: this.#state, isHidden: document.hidden });
    } else if (message.type === 'news') this.#take(message.news);
    else if (message.type === 'here') this.#join(message);
  }

  #join({ state, isHidden }: Extract<Message, { type: 'here' }>): void {
    clearTimeout(this.#patience);
    // Timers of hidden tabs are slow: one that is seen connects sooner.
    if (state !== 'live' && isHidden && !document.hidden) return void this.#stand(true);
    if (this.#hasMissed) this.#take({ type: 'afresh' });
    this.#take({ type: 'state', state });
  }
}
