import type { Client } from '@skep/client';
import { afterContent } from '../calm.ts';
import { forgetEarly } from '../opening/early.ts';
import { browserClock } from './browser-clock.ts';
import { createHttpApi } from './http.ts';
import { createLateLive } from './late-live.ts';
import { createStore } from './store.ts';
import type { Store } from './types.ts';

/** The store of this page, for the user who is signed in. */
export function openStore(client: Client, me: number): Store {
  return createStore({
    api: createHttpApi(client),
    openLive: (sink) =>
      createLateLive(async () => {
        await afterContent;
        const { openBrowserLive } = await import('./browser-live.ts');
        return () => {
          forgetEarly();
          return openBrowserLive(client, me, sink);
        };
      }, browserClock),
    clock: browserClock,
    me,
  });
}
