import { storeOfSession } from '../../store/open.ts';
import { StoreContext } from '../../store/react.ts';
import { Frame } from './frame.tsx';

/** The frame of all pages of somebody who is signed in, with the bugs that they show. */
export function SignedIn() {
  return (
    <StoreContext value={storeOfSession()}>
      <Frame />
    </StoreContext>
  );
}
