import type { BugGroup } from '@skep/vocabulary';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ActionContext } from '../../actions/action-context.ts';
import type { BugFilter } from '../../store/types.ts';
import { type Address, addressOf, filterAt, sortFor } from '../filter/address.ts';

/** A partial update of the filter; undefined removes a value. */
export type FilterChange = { [K in keyof BugFilter]?: BugFilter[K] | undefined };

export type Go = ActionContext['go'] & {
  filter(change: FilterChange): void;
  group(group: BugGroup | undefined): void;
};

/** Navigation. Opening a bug adds a history entry; changing the filter replaces the current one. */
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

/** Changes the filter. The grouping is kept unless the new sort order conflicts with it. */
function filtered(before: Address, change: FilterChange): Address {
  const { group } = before;
  const filter = changed(filterAt(before), change);
  const isKept = group !== undefined && sortFor(group, filter.sort) === filter.sort;
  return { ...addressOf(filter), ...(isKept && { group }) };
}

/** Changes the grouping, and the sort order to one that fits it. */
function grouped({ group: _, sort, ...rest }: Address, group: BugGroup | undefined): Address {
  const order = sortFor(group, sort);
  return { ...rest, ...(group && { group }), ...(order && { sort: order }) };
}

/** Merges a change into the filter. Undefined values are removed, so that equal filters have equal URLs. */
function changed(filter: ReturnType<typeof filterAt>, change: FilterChange): ReturnType<typeof filterAt> {
  const entries = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
