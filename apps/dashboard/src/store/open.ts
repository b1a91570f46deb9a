import { followLive } from '@skep/client';
import { afterContent } from '../calm.ts';
import { forgetEarly } from '../opening/early.ts';
import { api } from '../session/api.ts';
import { session } from '../session/session.ts';
import { browserClock as clock } from './clock.ts';
import { createHttpApi } from './http.ts';
import { LiveFeed, type Share } from './live.ts';
import { BugStore } from './store.ts';
import { shareWithTabs } from './tabs.ts';
import type { Store } from './types.ts';

let store: Store | undefined;

/** One for as long as the page lives: whenever somebody else signs in, the page is loaded anew. */
export function storeOfSession(): Store {
  const state = session.get();
  if (state.kind === 'signed out') throw new Error('There is no store for whoever is not signed in');
  store ??= openStore(state.userId);
  return store;
}

function openStore(me: number): Store {
  return new BugStore({
    api: createHttpApi(api),
    openLive: (sink) =>
      new LiveFeed({
        onBatch(batch) {
          forgetEarly();
          sink.onBatch(batch);
        },
        onStartAfresh(options) {
          forgetEarly();
          return sink.onStartAfresh(options);
        },
        clock,
        follow: (options) => followLive(api.connection, options),
        openedAt: performance.timeOrigin,
        share: afterFirstContent(shareWithTabs(me)),
      }),
    clock,
    me,
  });
}

/** The stream competes with the first list for connections and waits for it. */
function afterFirstContent(share: Share): Share {
  return (read, onNews) => {
    let stop: (() => void) | undefined;
    let isClosed = false;
    void afterContent.then(() => {
      if (!isClosed) stop = share(read, onNews);
    });
    return () => {
      isClosed = true;
      stop?.();
    };
  };
}
