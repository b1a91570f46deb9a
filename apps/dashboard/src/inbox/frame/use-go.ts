import type { BugGroup } from '@skep/vocabulary';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ActionContext } from '../../actions/action-context.ts';
import type { BugFilter } from '../../store/types.ts';
import { type Address, addressOf, filterAt, sortFor } from '../filter/address.ts';

/** Some filters anew; undefined takes one away. */
export type FilterChange = { [K in keyof BugFilter]?: BugFilter[K] | undefined };

export type Go = ActionContext['go'] & {
  filter(change: FilterChange): void;
  group(group: BugGroup | undefined): void;
};

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
          search: (before: Address) => filtered(before, change),
          replace: true,
        }),
      group: (group) =>
        void navigate({ to: '/', search: (before: Address) => grouped(before, group), replace: true }),
    };
  }, [router]);
}

/** Another filter. The list stays grouped, unless it is sorted in an order that its groups do not follow. */
function filtered(before: Address, change: FilterChange): Address {
  const { group } = before;
  const filter = changed(filterAt(before), change);
  const isKept = group !== undefined && sortFor(group, filter.sort) === filter.sort;
  return { ...addressOf(filter), ...(isKept && { group }) };
}

/** The same list in other groups, and in an order that they follow. */
function grouped({ group: _, sort, ...rest }: Address, group: BugGroup | undefined): Address {
  const order = sortFor(group, sort);
  return { ...rest, ...(group && { group }), ...(order && { sort: order }) };
}

/** The filter with some of it anew. What is undefined is left out, so that equal filters have equal addresses. */
function changed(filter: ReturnType<typeof filterAt>, change: FilterChange): ReturnType<typeof filterAt> {
  const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
