import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toasts } from '../../components/toasts.ts';
import { useStore } from '../../store/react.ts';
import { type DeliveryItem, deliveriesKey, deliveriesQuery, type Webhook, webhooksQuery } from './queries.ts';

/** Poll interval while deliveries are expected, and how long after an event they are expected. */
const often = 1_000;
const expecting = 15_000;
/** Slow poll interval, because tests and webhook changes send no live event. */
const seldom = 5_000;
/** Attempts later than this are not polled for. */
const soon = 60_000;

/** Page sizes: first page, older pages. */
const [atFirst, older] = [20, 50];

export interface LiveLog {
  query: UseQueryResult<{ items: DeliveryItem[]; total: number }, Error>;
  isFetchingOlder: boolean;
  /** Resolves to whether the page was loaded; a failure shows a toast. */
  fetchOlder(): Promise<boolean>;
}

/** Whether a recent event in the project is about to be delivered. */
function useExpectation(project: number, onEvent: () => unknown): () => boolean {
  const store = useStore();
  const expectedUntil = useRef(0);
  const expect = useEffectEvent(() => {
    expectedUntil.current = Date.now() + expecting;
    onEvent();
  });
  useEffect(
    () => store.onEvents((events) => events.some(({ project_id }) => project_id === project) && expect()),
    [store, project],
  );
  return () => Date.now() < expectedUntil.current;
}

/**
 * Refetch interval of a project's webhooks for TanStack Query, which pauses while the tab is
 * hidden. The live stream reports events, but not their deliveries.
 */
export function useListInterval(project: number): () => number {
  const queries = useQueryClient();
  const { queryKey } = webhooksQuery(project);
  const isExpecting = useExpectation(project, () => void queries.invalidateQueries({ queryKey }));
  return () => (isExpecting() ? often : seldom);
}

/**
 * The delivery log of a webhook. While closed, it is fetched only when the webhook list shows a new attempt,
 * because a project may have fifty webhooks.
 */
export function useLiveLog(webhook: Webhook, isOpen: boolean): LiveLog {
  const { project_id, last_delivery_at, last_status } = webhook;
  const queries = useQueryClient();
  const [asked, setAsked] = useState(atFirst);
  const [isFetchingOlder, setFetchingOlder] = useState(false);
  const count = isOpen ? asked : atFirst;
  const queryKey = deliveriesKey(webhook);
  const lookAgain = useEffectEvent(() => void queries.invalidateQueries({ queryKey }));
  const isExpecting = useExpectation(project_id, () => isOpen && lookAgain());
  const attempt = `${isOpen} ${last_delivery_at} ${last_status}`;
  const known = useRef(attempt);
  useEffect(() => {
    if (known.current !== attempt) lookAgain();
    known.current = attempt;
  }, [attempt]);
  const fetchOlder = async () => {
    setFetchingOlder(true);
    const more = count + older;
    const problem = await queries.fetchQuery(deliveriesQuery(webhook, more)).then(
      () => undefined,
      (cause: Error) => cause,
    );
    setFetchingOlder(false);
    if (problem)
      toasts.show({ text: `Could not load older deliveries: ${problem.message}`, isProblem: true });
    else setAsked(more);
    return !problem;
  };
  const query = useQuery({
    ...deliveriesQuery(webhook, count),
    refetchInterval: ({ state }) => {
      if (!isOpen) return false;
      const isPending = state.data?.items.some(isAboutToBeSent) ?? false;
      return isPending || isExpecting() ? often : false;
    },
  });
  return { query, isFetchingOlder, fetchOlder };
}

function isAboutToBeSent({ status, next_attempt_at }: DeliveryItem): boolean {
  if (status !== 'pending') return false;
  return next_attempt_at === null || Date.parse(next_attempt_at) - Date.now() < soon;
}
