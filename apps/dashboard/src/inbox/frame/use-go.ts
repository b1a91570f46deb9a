import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Situation } from '../../actions/situation.ts';
import type { BugFilter } from '../../store/types.ts';
import { type Address, addressOf, filterAt } from '../filter/address.ts';

/** Some filters anew; undefined takes one away. */
export type FilterChange = { [K in keyof BugFilter]?: BugFilter[K] | undefined };

export type Go = Situation['go'] & { filter(change: FilterChange): void };

/** The ways to other addresses. Opening a bug is a step that one can go back by; another filter is not. */
export function useGo(): Go {
  const router = useRouter();
  return useMemo(() => {
    const { navigate } = router;
    return {
      beside: (id, how = 'push') =>
        void navigate({
          to: '/',
          search: (before: Address) => ({ ...before, bug: id }),
          replace: how === 'replace',
        }),
      full: (id, how = 'push') =>
        void navigate({
          to: '/bugs/$id',
          params: { id: String(id) },
          search: ({ bug: _, ...before }: Address) => before,
          replace: how === 'replace',
        }),
      list: () =>
        void navigate({ to: '/', search: ({ bug: _, ...before }: Address) => before, replace: true }),
      inbox: (address) => void navigate({ to: '/', search: address }),
      page: (path) => void navigate({ to: path, search: {} }),
      filter: (change) =>
        void navigate({
          to: '/',
          search: (before: Address) => addressOf(changed(filterAt(before), change)),
          replace: true,
        }),
    };
  }, [router]);
}

/** The filter with some of it anew. What is undefined is left out, so that equal filters have equal addresses. */
function changed(filter: ReturnType<typeof filterAt>, change: FilterChange): ReturnType<typeof filterAt> {
  const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
