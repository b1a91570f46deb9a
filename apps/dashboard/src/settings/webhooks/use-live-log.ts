import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toasts } from '../../components/toasts.ts';
import { useStore } from '../../store/react.ts';
import { type DeliveryItem, deliveriesKey, deliveriesQuery, type Webhook, webhooksQuery } from './queries.ts';

/** How often one looks while something is about to be sent, and for how long after an event something may be. */
const often = 1_000;
const expecting = 15_000;
/** Otherwise: tests, and what colleagues do to webhooks, are told by no event. */
const seldom = 5_000;
/** An attempt that is so far away is not waited for. */
const soon = 60_000;

/** How many deliveries are listed at first, and how many more each time that one asks for older ones. */
const [atFirst, older] = [20, 50];

export interface LiveLog {
  query: UseQueryResult<{ items: DeliveryItem[]; total: number }, Error>;
  isFetchingOlder: boolean;
  /** Answers whether they have come; when not, that is said in a toast. */
  fetchOlder(): Promise<boolean>;
}

/** Whether something has just happened in the project, which its webhooks are about to be told of. */
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
 * How long to wait before the webhooks of a project are looked at again, for TanStack Query, which stands still while the tab is
 * hidden. The live stream tells when something has happened; what it does not tell is when that has been delivered.
 */
export function useListInterval(project: number): () => number {
  const queries = useQueryClient();
  const { queryKey } = webhooksQuery(project);
  const isExpecting = useExpectation(project, () => void queries.invalidateQueries({ queryKey }));
  return () => (isExpecting() ? often : seldom);
}

/**
 * The log of a webhook. While it is closed, it is only looked at when the list of webhooks says that there was another attempt:
 * a project may have fifty of them.
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
