import type { Problem, Result } from '@skep/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeProblem } from '../../components/problem.ts';
import { toasts } from '../../components/toasts.ts';

/** Shows an error toast. */
export const sayWhy = (problem: Problem<unknown>) =>
  void toasts.show({
    text: describeProblem(problem, []).sentence ?? problem.detail,
    isProblem: true,
  });

interface Change {
  /** Whether a request is in flight. */
  isBusy: boolean;
  /**
   * Sends a change, invalidates its queries and returns the data; on failure, shows a toast and returns undefined.
   */
  run<Data>(call: () => Promise<Result<Data, unknown>>): Promise<{ data: Data } | undefined>;
  /** The same for forms, which show errors themselves. */
  send<Data>(call: Promise<Result<Data, unknown>>): Promise<Result<Data, unknown>>;
}

/** Mutations that invalidate the given queries. */
export function useChange(...keys: (readonly unknown[])[]): Change {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const again = () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const send: Change['send'] = async (call) => {
    const answer = await call;
    if (answer.ok) await again();
    return answer;
  };
  return {
    isBusy,
    send,
    async run(call) {
      if (isBusy) return undefined;
      setBusy(true);
      const answer = await send(call());
      setBusy(false);
      if (answer.ok) return { data: answer.data };
      sayWhy(answer.error);
      return undefined;
    },
  };
}
