import { type Connection, followLive } from '@skep/client';
import { browserClock as clock } from './clock.ts';
import type { StreamNews } from './live.ts';
import { readStream } from './stream.ts';
import type { LiveState } from './types.ts';

type Message =
  | { type: 'news'; news: StreamNews }
  /** Asks which tab reads the stream. */
  | { type: 'who' }
  | { type: 'here'; state: LiveState; isHidden: boolean };

type OnNews = (news: StreamNews) => void;
/** Starts reading the stream and returns a function that stops it. */
type Read = (onNews: OnNews, onRefused: () => void) => () => void;

/** The tab that reads the stream answers within this time unless it is suspended. */
const answerMs = 3_000;
/** Delay before a tab that lost the lock, or whose stream was rejected, tries again. */
const againMs = 10_000;
/** A tab that was hidden for longer than this may have been suspended. */
const sleepMs = 10_000;

export function followInTabs(user: number, connection: Connection, onNews: OnNews): void {
  const follow = followLive.bind(undefined, connection);
  const openedAt = performance.timeOrigin;
  const read: Read = (tell, onRefused) => readStream({ clock, follow, openedAt, onNews: tell, onRefused });
  if (navigator.locks) new SharedStream(`skep.live.${user}`, read, onNews);
  else readWhileVisible(read, onNews);
}

/** Browsers have no Web Locks on plain HTTP, so each visible tab reads its own stream there. */
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
 * One stream for all tabs of a user, because browsers allow six connections per host over HTTP/1.1 and a seventh tab
 * would never load. The tab that holds the lock reads the stream and broadcasts it; when that tab closes, the browser
 * passes the lock on. A tab that becomes visible takes the lock from a suspended one. When a tab starts reading, all
 * tabs fetch what they show.
 */
class SharedStream {
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  readonly #read: Read;
  readonly #onNews: OnNews;
  #standing = new AbortController();
  /** Set while this tab reads the stream. */
  #stopReading: (() => void) | undefined;
  #state: LiveState = 'catching-up';
  /** Whether messages may have been missed: before this tab listened, or while it was suspended. */
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

  /** Waits for the lock or steals it, and reads the stream while this tab holds it. */
  async #stand(steal: boolean): Promise<void> {
    this.#standing.abort();
    const own = new AbortController();
    this.#standing = own;
    // A lock request cannot have both `steal` and a signal. It rejects when another tab steals the lock.
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
        // The replay for this tab may be too short for tabs that were opened earlier.
        this.#channel.postMessage({ type: 'news', news: news.type === 'afresh' ? { type: 'afresh' } : news });
      };
      // After a rejection another tab may try, because its token may still be valid.
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
    // Timers of hidden tabs are throttled, so a visible tab reconnects sooner.
    if (state !== 'live' && isHidden && !document.hidden) return void this.#stand(true);
    if (this.#hasMissed) this.#take({ type: 'afresh' });
    this.#take({ type: 'state', state });
  }
}
