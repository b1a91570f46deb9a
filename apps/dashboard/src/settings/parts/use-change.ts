import type { Problem, Result } from '@skep/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeProblem } from '../../components/problem.ts';
import { toasts } from '../../components/toasts.ts';

/** Says in a toast why something did not work. */
export const sayWhy = (problem: Problem<unknown>) =>
  void toasts.show({
    text: describeProblem(problem, []).sentence ?? problem.detail,
    isProblem: true,
  });

interface Change {
  /** Whether one is on its way. */
  isBusy: boolean;
  /**
   * Sends a change, fetches again what it concerns, and answers the data; undefined after a refusal, which is said in a toast.
   */
  run<Data>(call: () => Promise<Result<Data, unknown>>): Promise<{ data: Data } | undefined>;
  /** The same for forms, which say themselves what was refused. */
  send<Data>(call: Promise<Result<Data, unknown>>): Promise<Result<Data, unknown>>;
}

/** Changes of what these queries show. */
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
