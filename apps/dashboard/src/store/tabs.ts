import type { Read, Share } from './live.ts';
import type { StreamNews } from './stream.ts';
import type { LiveState } from './types.ts';

type Message =
  | { type: 'news'; news: StreamNews }
  /** Who reads the stream, please say so. */
  | { type: 'who' }
  | { type: 'here'; state: LiveState; isHidden: boolean };

/** Whoever reads the stream answers within this time, or is asleep. */
const answerMs = 3_000;
/** Whoever has lost the lock, or was refused the stream, comes back after this. */
const againMs = 10_000;
/** Tabs that have been hidden for so long may have slept. */
const sleepMs = 10_000;

/**
 * One stream for all tabs of a user: browsers allow six connections to a host over HTTP/1.1, and the seventh tab would never
 * load. The tab that holds the lock reads and tells the others; the browser gives the lock to the next one when it is closed.
 * A tab that comes into sight takes the lock from one that is asleep. Whoever begins to read has all tabs fetch what they show.
 */
class SharedStream {
  readonly #name: string;
  readonly #channel: BroadcastChannel;
  readonly #closing = new AbortController();
  readonly #read: Read;
  readonly #onNews: (news: StreamNews) => void;
  #standing = new AbortController();
  /** There while this tab reads. */
  #stopReading: (() => void) | undefined;
  #state: LiveState = 'catching-up';
  /** Messages may have been missed: before this tab began to listen, or while it was hidden and asleep. */
  #hasMissed = true;
  #hiddenAt = 0;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(user: number, read: Read, onNews: (news: StreamNews) => void) {
    this.#name = `skep.live.${user}`;
    this.#read = read;
    this.#onNews = onNews;
    this.#channel = new BroadcastChannel(this.#name);
    const { signal } = this.#closing;
    this.#channel.addEventListener('message', ({ data }) => this.#hear(data), { signal });
    document.addEventListener('visibilitychange', () => this.#onVisibility(), { signal });
    void this.#stand(false);
    this.#ask();
  }

  close(): void {
    this.#closing.abort();
    this.#standing.abort();
    this.#stopReading?.();
    clearTimeout(this.#patience);
    this.#channel.close();
  }

  /** Waits for the lock, or takes it from whoever has it, and reads the stream for as long as this tab holds it. */
  async #stand(steal: boolean): Promise<void> {
    this.#standing.abort();
    const own = new AbortController();
    this.#standing = own;
    // A lock cannot be both stolen and waited for with a signal. It rejects when another tab has stolen it.
    const options = steal ? { steal } : { signal: own.signal };
    await navigator.locks.request(this.#name, options, () => this.#lead()).catch(() => undefined);
    if (this.#standing !== own || this.#closing.signal.aborted) return;
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
        this.#post({ type: 'news', news: news.type === 'afresh' ? { ...news, isReplayed: false } : news });
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

  #post(message: Message): void {
    if (!this.#closing.signal.aborted) this.#channel.postMessage(message);
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
    this.#post({ type: 'who' });
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => !document.hidden && void this.#stand(true), answerMs);
  }

  #hear(message: Message): void {
    if (this.#stopReading) {
      if (message.type === 'who') this.#post({ type: 'here', state: this.#state, isHidden: document.hidden });
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

/** Where browsers have no locks, which is on plain HTTP, each tab that is seen reads a stream of its own. */
function readWhileVisible(read: Read, onNews: (news: StreamNews) => void): () => void {
  const closing = new AbortController();
  let stop: (() => void) | undefined;
  const look = () => {
    stop?.();
    const isWanted = !document.hidden && !closing.signal.aborted;
    stop = isWanted ? read(onNews, () => setTimeout(look, againMs)) : undefined;
  };
  document.addEventListener('visibilitychange', look, { signal: closing.signal });
  look();
  return () => {
    closing.abort();
    stop?.();
  };
}

export const shareWithTabs =
  (user: number): Share =>
  (read, onNews) => {
    if (!navigator.locks) return readWhileVisible(read, onNews);
    const shared = new SharedStream(user, read, onNews);
    return () => shared.close();
  };
