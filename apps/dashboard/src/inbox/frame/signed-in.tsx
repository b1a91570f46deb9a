import { storeOfSession } from '../../store/open.ts';
import { StoreContext } from '../../store/react.ts';
import { Frame } from './frame.tsx';

/** Layout of all signed-in pages, with the store. */
export function SignedIn() {
  return (
    <StoreContext value={storeOfSession()}>
      <Frame />
    </StoreContext>
  );
}
