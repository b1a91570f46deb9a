import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStore } from '../../store/react.ts';
import { type DeliveryItem, deliveriesQuery, type Webhook } from './queries.ts';

/** How often one looks while something is about to be sent, and for how long after an event something may be. */
const often = 1_000;
const expecting = 15_000;
/** An attempt that is so far away is not waited for. */
const soon = 60_000;

type Log = { items: DeliveryItem[] };

/**
 * How long to wait before the log is looked at again, for TanStack Query, which stands still while the tab is hidden. The live
 * stream tells when something has happened in the project; what it does not tell is when that has been delivered.
 */
export function useLiveLog({ project_id, id }: Webhook) {
  const store = useStore();
  const queries = useQueryClient();
  const expectedUntil = useRef(0);
  useEffect(
    () =>
      store.onEvents((events) => {
        if (!events.some((event) => event.project_id === project_id)) return;
        expectedUntil.current = Date.now() + expecting;
        void queries.invalidateQueries({ queryKey: deliveriesQuery({ project_id, id }).queryKey });
      }),
    [store, queries, project_id, id],
  );
  return ({ state }: { state: { data?: Log | undefined } }): number | false => {
    const isPending = state.data?.items.some(isAboutToBeSent) ?? false;
    return isPending || Date.now() < expectedUntil.current ? often : false;
  };
}

function isAboutToBeSent({ status, next_attempt_at }: DeliveryItem): boolean {
  if (status !== 'pending') return false;
  return next_attempt_at === null || Date.parse(next_attempt_at) - Date.now() < soon;
}
