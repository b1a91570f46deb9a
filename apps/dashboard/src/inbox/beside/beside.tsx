import { lazy, useEffect } from 'react';
import { useLayer } from '../../actions/layers.ts';
import { BugLoading } from '../../bug/loading.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useInbox } from '../inbox-context.ts';
import { Separator } from './separator.tsx';

const loadPanel = () => import('../../bug/panel.tsx');
const BugPanel = lazy(() => loadPanel().then(({ BugPanel }) => ({ default: BugPanel })));

/** Opening a bug is the most likely next step, so the panel is prefetched. */
export const prefetchPanel = () => void loadPanel().catch(() => undefined);

/** How long a bug must stay open before its neighbors are prefetched, in ms. */
const rest = 150;

/** The panel beside the list, with the open bug. */
export function Beside({ id }: { id: number }) {
  const { store, listSelection, elements, go } = useInbox();
  const close = () => {
    go.list();
    if (listSelection.cursor !== null) elements.get('row')?.focus({ preventScroll: true });
  };
  useLayer(true, close);

  useEffect(() => {
    const timer = setTimeout(() => {
      const list = listSelection.window;
      const place = list?.indexOf(id) ?? -1;
      for (const near of [place + 1, place - 1]) {
        const neighbour = place < 0 ? undefined : list?.idAt(near);
        if (neighbour !== undefined) store.openDetail(neighbour);
      }
    }, rest);
    return () => clearTimeout(timer);
  }, [store, listSelection, id]);

  return (
    // The loading state is inside the layer, so Escape closes a bug that does not load.
    <>
      <Separator />
      <Loaded of={id} fallback={<BugLoading />}>
        <BugPanel id={id} onClose={close} />
      </Loaded>
    </>
  );
}
