import { afterContent } from '../calm.ts';
import { forgetEarly } from '../opening/early.ts';
import { queries } from '../queries.ts';
import { api } from '../session/api.ts';
import { session } from '../session/session.ts';
import { browserClock as clock } from './clock.ts';
import { createHttpApi } from './http.ts';
import type { StreamNews } from './live.ts';
import { Store } from './store.ts';

let store: Store | undefined;

/** The store lives as long as the page, because the page reloads when another user signs in. */
export function storeOfSession(): Store {
  const state = session.get();
  if (state.kind === 'signed out') throw new Error('The store requires a session');
  store ??= openStore(state.userId);
  return store;
}

function openStore(me: number): Store {
  const opened = new Store({ api: createHttpApi(api), clock, queries, me });
  void afterContent.then(() => follow(me, opened.live.take));
  return opened;
}

const againMs = 10_000;

/**
 * The stream competes with the first list for connections, and its code delays rendering, so both load after the list.
 */
async function follow(me: number, onNews: (news: StreamNews) => void): Promise<void> {
  const tabs = await import('./tabs.ts').catch(() => undefined);
  if (!tabs) {
    onNews({ type: 'state', state: 'offline' });
    setTimeout(() => follow(me, onNews), againMs);
  } else
    tabs.followInTabs(me, api.connection, (news) => {
      if (news.type !== 'state') forgetEarly();
      onNews(news);
    });
}
