import type { Clock } from './clock.ts';
import type { StreamNews } from './stream.ts';
import type { LiveState } from './types.ts';

/** What tabs of one browser can do together. */
export interface TabPort {
  /** Waits for the lock and holds it until `until` settles. With `steal`, takes it from whoever has it. Rejects when it is stolen. */
  hold(options: { steal: boolean; signal: AbortSignal }, until: () => Promise<void>): Promise<void>;
  post(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): () => void;
  isVisible(): boolean;
  onVisible(listener: () => void): () => void;
  close(): void;
}

export type TabMessage =
  /** News of the stream, numbered by the tab that reads it. */
  | { type: 'news'; from: string; number: number; news: StreamNews }
  /** Who reads the stream, please say so. */
  | { type: 'who' }
  | {
      type: 'here';
      from: string;
      number: number;
      state: LiveState;
      isVisible: boolean;
      place?: string;
    };

interface Options {
  clock: Clock;
  port: TabPort;
  /** A name that no other tab has. */
  name: string;
  /** Begins to read the stream; returns what ends it. */
  read(from: string | undefined, onNews: (news: StreamNews) => void, onRefused: () => void): () => void;
  onNews(news: StreamNews): void;
}

/** A visible tab asks this often whether the reader is still there, and waits this long for its answer. */
const askMs = 20_000;
const answerMs = 3_000;
/** Whoever has lost the lock, or was refused the stream, comes back after this. */
const againMs = 10_000;
/** Timers of hidden tabs are slow: a visible tab takes over from a hidden one that has been offline for so long. */
const impatienceMs = 5_000;

/**
 * One stream for all tabs: browsers allow six connections to a host, and the seventh tab would never load. The tab that holds the
 * lock (the leader) reads and tells the others. When it goes, the next one goes on from the place up to which it was told, so
 * nothing is missed. A tab that joins knows nothing of what was told before it: it starts afresh once the reader has answered.
 */
export function shareStream({ clock, port, name, read, onNews }: Options): () => void {
  const closing = new AbortController();
  let standing = new AbortController();
  let stopReading: (() => void) | undefined;
  let isLeader = false;
  /** How far this tab has been told; undefined as long as it has been told nothing. */
  let place: string | undefined;
  let state: LiveState = 'catching-up';
  let number = 0;
  /** Whom this tab listens to, and the number of its last news. */
  let leader: { name: string; number: number } | undefined;
  let isLeaderHidden = false;
  let offlineSince: number | undefined;
  let callOffAnswer: (() => void) | undefined;

  function take(news: StreamNews): void {
    if (news.type === 'place') place = news.place;
    if (news.type === 'state') {
      state = news.state;
      offlineSince = state === 'live' ? undefined : (offlineSince ?? clock.now());
    }
    onNews(news);
  }

  function lead(): Promise<void> {
    isLeader = true;
    leader = undefined;
    callOffAnswer?.();
    return new Promise((resolve) => {
      const stop = read(
        place,
        (news) => {
          take(news);
          port.post({ type: 'news', from: name, number: ++number, news });
        },
        // Another tab may have a better token; this one waits behind it.
        resolve,
      );
      stopReading = () => {
        stop();
        resolve();
      };
      sayHere();
    });
  }

  function follow(): void {
    isLeader = false;
    stopReading?.();
    stopReading = undefined;
  }

  /** Stands for the lock, or takes it by force; whoever has lost it stands again. */
  async function elect(steal: boolean): Promise<void> {
    standing.abort();
    const own = new AbortController();
    standing = own;
    await port.hold({ steal, signal: own.signal }, lead).catch(() => {});
    if (standing !== own || closing.signal.aborted) return;
    follow();
    clock.after(againMs, () => {
      if (standing === own && !closing.signal.aborted) void elect(false);
    });
  }

  function sayHere(): void {
    const here = { type: 'here', from: name, number, state, isVisible: port.isVisible() } as const;
    port.post(place === undefined ? here : { ...here, place });
  }

  function onMessage(message: TabMessage): void {
    if (isLeader && message.type === 'who') sayHere();
    if (isLeader || message.type === 'who') return;
    callOffAnswer?.();
    callOffAnswer = undefined;
    if (message.type === 'here') {
      isLeaderHidden = !message.isVisible;
      const isKnown = leader?.name === message.from && leader.number === message.number;
      leader = { name: message.from, number: message.number };
      if (isKnown) return;
      // A leader that has read nothing yet will say itself that everything is to be fetched.
      if (message.place !== undefined) {
        const hasMissed = place !== message.place;
        take({ type: 'place', place: message.place });
        if (hasMissed) take({ type: 'afresh' });
      }
      if (message.state !== state) take({ type: 'state', state: message.state });
      return;
    }
    const { from, number: nth, news } = message;
    const isNext = leader?.name === from && leader.number + 1 === nth;
    if (isNext) {
      leader = { name: from, number: nth };
      take(news);
    } else ask();
  }

  /** Asks who reads the stream. When nobody answers, whoever holds the lock is asleep, and this tab takes it. */
  function ask(): void {
    if (isLeader || closing.signal.aborted) return;
    port.post({ type: 'who' });
    callOffAnswer ??= clock.after(answerMs, () => {
      callOffAnswer = undefined;
      if (!isLeader && port.isVisible()) void elect(true);
    });
  }

  function watch(): void {
    if (closing.signal.aborted) return;
    if (!isLeader && port.isVisible()) {
      const isStuck = offlineSince !== undefined && clock.now() - offlineSince > impatienceMs;
      if (isStuck && isLeaderHidden) void elect(true);
      else ask();
    }
    callOffWatch = clock.after(state === 'live' ? askMs : impatienceMs, watch);
  }

  let callOffWatch = clock.after(impatienceMs, watch);
  const leaveChannel = port.listen(onMessage);
  const leaveVisibility = port.onVisible(() => (isLeader ? sayHere() : ask()));
  void elect(false);
  ask();

  return () => {
    closing.abort();
    standing.abort();
    follow();
    callOffWatch();
    callOffAnswer?.();
    leaveChannel();
    leaveVisibility();
    port.close();
  };
}
