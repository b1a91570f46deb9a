import { api } from '../../session/api.ts';
import { session } from '../../session/session.ts';
import { openStore } from '../../store/open.ts';
import { StoreContext } from '../../store/react.ts';
import type { Store } from '../../store/types.ts';
import { Frame } from './frame.tsx';

let store: Store | undefined;

/** One for as long as the page lives: whenever somebody else signs in, the page is loaded anew. */
function theStore(): Store {
  const state = session.get();
  if (state.kind === 'signed out') throw new Error('There is no store for whoever is not signed in');
  store ??= openStore(api, state.userId);
  return store;
}

/** The frame of all pages of somebody who is signed in, with the bugs that they show. */
export function SignedIn() {
  return (
    <StoreContext value={theStore()}>
      <Frame />
    </StoreContext>
  );
}
