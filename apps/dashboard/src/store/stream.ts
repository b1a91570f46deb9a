import type { FollowOptions, LiveMessage } from '@skep/client';
import type { Clock } from './clock.ts';
import type { StreamNews } from './live.ts';
import type { CatalogueEvent } from './types.ts';

/** Follows the live stream until the signal aborts. In production it is `followLive` of the client. */
export type Follow = (options: FollowOptions) => Promise<unknown>;

/** The longest replay that the server supports, in seconds. */
const longestReplay = 60;

interface Options {
  clock: Clock;
  follow: Follow;
  onNews(news: StreamNews): void;
  openedAt?: number;
  /** Called when the server rejects the stream permanently. */
  onRefused(): void;
}

/** Reads the stream and reports its state. Returns a function that stops it. */
export function readStream({ clock, follow, onNews, openedAt, onRefused }: Options): () => void {
  const reading = new AbortController();
  const { signal } = reading;
  let isOffline = false;
  let isReplayed = false;
  let isFirst = true;

  /** The time since the page was opened plus a margin, so that the replay covers everything since its first request. */
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
      // After a failure the state stays `offline` during a retry, because the retry may fail too.
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
    // After an interruption everything is fetched again, so no replay is needed.
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
