import type { FollowOptions, LiveMessage } from '@skep/client';
import type { Clock } from './clock.ts';
import type { StreamNews } from './live.ts';
import type { CatalogueEvent } from './types.ts';

/** Follows the stream of the service until the signal ends it: `followLive` of the client, with its connection. */
export type Follow = (options: FollowOptions) => Promise<unknown>;

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

/** Reads the stream, and tells truthfully how it goes. Returns what ends it. */
export function readStream({ clock, follow, onNews, openedAt, onRefused }: Options): () => void {
  const reading = new AbortController();
  const { signal } = reading;
  let isOffline = false;
  let isReplayed = false;
  let isFirst = true;

  /** Since the page was opened, and a moment more: what it has read since is no older than the first event that comes. */
  function replaySeconds(): number | undefined {
    const seconds = Math.ceil((clock.now() - (openedAt ?? 0)) / 1_000) + 1;
    isReplayed = isFirst && seconds <= longestReplay;
    return isReplayed ? seconds : undefined;
  }

  function onPhase(phase: 'connecting' | 'waiting' | 'live'): void {
    if (phase === 'live') {
      isOffline = false;
      isFirst = false;
      onNews({ type: 'afresh', isReplayed });
      onNews({ type: 'state', state: 'live' });
    } else if (phase === 'waiting') {
      isOffline = true;
      onNews({ type: 'state', state: 'offline' });
    } else if (!isOffline) {
      // After a failure, an attempt is no news: it may fail, too.
      onNews({ type: 'state', state: 'catching-up' });
    }
  }

  function onMessage(message: LiveMessage): void {
    if (message.type === 'activity') onNews({ type: 'event', event: message.event });
    else if (message.kind === 'reload') onNews({ type: 'afresh' });
    else if (message.kind === 'catalogue')
      onNews({ type: 'catalogue', event: message.data as CatalogueEvent });
  }

  const options: FollowOptions = {
    signal,
    // After an interruption everything is fetched again, so nothing has to be told again.
    isResumed: false,
    replaySeconds,
    onState: ({ phase }) => !signal.aborted && onPhase(phase),
    onMessage: (message) => !signal.aborted && onMessage(message),
  };
  void follow(options).then(() => {
    if (signal.aborted) return;
    onNews({ type: 'state', state: 'offline' });
    onRefused();
  });
  return () => reading.abort();
}
