import { api } from '../session/api.ts';
import { session } from '../session/session.ts';
import { openStore } from './open.ts';
import type { Store } from './types.ts';

let store: Store | undefined;

/** One for as long as the page lives: whenever somebody else signs in, the page is loaded anew. */
export function storeOfSession(): Store {
  const state = session.get();
  if (state.kind === 'signed out') throw new Error('There is no store for whoever is not signed in');
  store ??= openStore(api, state.userId);
  return store;
}
