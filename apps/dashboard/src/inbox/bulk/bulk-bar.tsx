import { lazy } from 'react';
import { useLayer } from '../../actions/layers.ts';
import { whenCalm } from '../../calm.ts';
import { Loaded } from '../../components/loaded.tsx';
import { useInbox } from '../inbox-context.ts';
import { useListSelection } from '../selection/react.ts';

const load = () => import('./bar.tsx');
const Bar = lazy(() => load().then(({ Bar }) => ({ default: Bar })));
whenCalm.then(load).catch(() => undefined);

/** Shows the bulk toolbar while bugs are selected. */
export function BulkBar() {
  const { listSelection } = useInbox();
  const size = useListSelection(listSelection, ({ selectionSize }) => selectionSize);
  useLayer(size > 0, () => listSelection.clear());
  if (size === 0) return <output className="visually-hidden" aria-live="polite" />;
  return (
    <Loaded>
      <Bar />
    </Loaded>
  );
}
