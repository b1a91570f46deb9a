import type { Clock } from './clock.ts';
import { createEmitter } from './notifier.ts';
import { type Batch, type Follow, readStream, type StreamNews } from './stream.ts';
import { shareStream, type TabPort } from './tabs.ts';
import type { LiveState } from './types.ts';

/** What happens elsewhere, gathered for one frame. */
export interface Live {
  readonly state: LiveState;
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Who is told. */
export interface LiveSink {
  onBatch(batch: Batch): void;
  /** Fetches everything again. Until that is done, it is not live. */
  onStartAfresh(options: { isRolledBack: boolean }): Promise<void>;
  /** Fetches again what is not replayed. */
  onResumed(): void;
}

interface Options extends LiveSink {
  clock: Clock;
  follow: Follow;
  /** The other tabs of this user; undefined when there is no way to reach them: this tab reads a stream of its own. */
  tabs?: TabPort | undefined;
  /** A name that no other tab has. */
  tabName?: string;
}

const againMs = 15_000;

export function createLive(options: Options): Live {
  const { clock, follow, tabs, tabName = '', onBatch, onStartAfresh, onResumed } = options;
  const listeners = createEmitter();
  let state: LiveState = 'catching-up';
  let stream: LiveState = state;
  let catchingUp = 0;
  let gathered: Batch = { events: [], catalogue: [] };
  let isFrameAsked = false;
  let isClosed = false;

  function onNews(news: StreamNews): void {
    if (isClosed) return;
    if (news.type === 'batch') gather(news.batch);
    else if (news.type === 'afresh') {
      // What was gathered until now is part of what is fetched.
      flush();
      catchingUp++;
      void onStartAfresh({ isRolledBack: news.isRolledBack === true }).then(() => {
        catchingUp--;
        tell();
      });
      tell();
    } else if (news.type === 'resumed') {
      flush();
      onResumed();
    } else if (news.type === 'state') {
      stream = news.state;
      tell();
    }
  }

  function tell(): void {
    const next = stream === 'live' && catchingUp > 0 ? 'catching-up' : stream;
    if (next === state) return;
    state = next;
    listeners.emit();
  }

  function gather({ events, catalogue }: Batch): void {
    gathered.events.push(...events);
    gathered.catalogue.push(...catalogue);
    if (isFrameAsked) return;
    isFrameAsked = true;
    clock.nextFrame(() => {
      isFrameAsked = false;
      flush();
    });
  }

  function flush(): void {
    const batch = gathered;
    if (isClosed || batch.events.length + batch.catalogue.length === 0) return;
    gathered = { events: [], catalogue: [] };
    onBatch(batch);
  }

  const read = (from: string | undefined, tell: (news: StreamNews) => void, onRefused: () => void) =>
    readStream(from, { clock, follow, onNews: tell, onRefused });

  /** Without other tabs: reads, and tries again after a refusal. */
  function readAlone(): () => void {
    let callOff: (() => void) | undefined;
    let stop = begin();
    function begin() {
      return read(undefined, onNews, () => {
        stop();
        callOff = clock.after(againMs, () => {
          stop = begin();
        });
      });
    }
    return () => {
      callOff?.();
      stop();
    };
  }

  const stop = tabs ? shareStream({ clock, port: tabs, name: tabName, read, onNews }) : readAlone();
  return {
    get state() {
      return state;
    },
    subscribe: listeners.subscribe,
    close() {
      isClosed = true;
      stop();
    },
  };
}
