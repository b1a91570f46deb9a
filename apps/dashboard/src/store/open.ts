import { type Client, followLive } from '@skep/client';
import { browserClock } from './browser-clock.ts';
import { openTabPort } from './browser-tabs.ts';
import { createHttpApi } from './http.ts';
import { createStore } from './store.ts';
import type { Store } from './types.ts';

/** The store of this page, for the user who is signed in. */
export function openStore(client: Client, me: number): Store {
  return createStore({
    api: createHttpApi(client),
    follow: (options) => followLive(client.connection, options),
    clock: browserClock,
    me,
    tabs: openTabPort(me),
    tabName: Math.random().toString(36).slice(2),
  });
}
