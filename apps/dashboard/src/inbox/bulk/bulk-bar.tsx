import { lazy } from 'react';
import { useLayer } from '../../actions/layers.ts';
import { whenCalm } from '../../calm.ts';
import { Loaded } from '../../components/loaded.tsx';
import { useInbox } from '../inbox-context.ts';
import { useTriage } from '../triage/react.ts';

const load = () => import('./bar.tsx');
const Bar = lazy(() => load().then(({ Bar }) => ({ default: Bar })));
whenCalm.then(load).catch(() => undefined);

/** The bar of a selection, for as long as there is one. */
export function BulkBar() {
  const { triage } = useInbox();
  const size = useTriage(triage, ({ selectionSize }) => selectionSize);
  useLayer(size > 0, () => triage.clear());
  if (size === 0) return <output className="visually-hidden" aria-live="polite" />;
  return (
    <Loaded>
      <Bar />
    </Loaded>
  );
}
