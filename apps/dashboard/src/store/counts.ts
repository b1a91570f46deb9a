import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { refetch } from '../queries.ts';
import type { Api } from './api.ts';
import type { Clock } from './clock.ts';
import { filterKey, withoutSort } from './filter.ts';
import type { BugFilter, Count, Problem } from './types.ts';

const filtersAtOnce = 50;
/** Counts are debounced, and refreshed at most once a second. */
const debounceMs = 150;
const pauseMs = 1_000;
const retryMs = 10_000;

/** The number of bugs that match each filter, as last counted by the server. */
export class Counts {
  readonly #options: { api: Api; clock: Clock; queries: QueryClient };
  readonly #known = new Map<string, Count | undefined>();
  /** Filters that have been counted since the last event. */
  #current = new Set<string>();
  #isDue = false;
  #countedAt = 0;

  constructor(options: { api: Api; clock: Clock; queries: QueryClient }) {
    this.#options = options;
  }

  /** Counts for a set of filters. A filter that another query has just counted is not counted again. */
  query(given: readonly BugFilter[]) {
    const filters = given.map(withoutSort);
    const keys = filters.map(filterKey);
    return queryOptions<(Count | undefined)[], Problem>({
      queryKey: ['counts', ...keys],
      queryFn: async ({ signal }) => {
        const current = this.#current;
        const missing = filters.filter((_, nth) => !current.has(keys[nth] as string));
        const counts = await this.#ask(missing, signal);
        for (const [nth, filter] of missing.entries()) {
          this.#known.set(filterKey(filter), counts[nth]);
          current.add(filterKey(filter));
        }
        return keys.map((key) => this.#known.get(key));
      },
      placeholderData: () => keys.map((key) => this.#known.get(key)),
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: ({ state }) => state.status === 'error' && retryMs,
      networkMode: 'always',
    });
  }

  /** Called after an event whose effect on the counts is unknown. */
  refresh(): void {
    this.#current = new Set();
    if (this.#isDue) return;
    this.#isDue = true;
    const { clock, queries } = this.#options;
    clock.after(Math.max(debounceMs, this.#countedAt + pauseMs - clock.now()), () => {
      this.#isDue = false;
      this.#countedAt = clock.now();
      refetch(queries, { queryKey: ['counts'] });
    });
  }

  /** An invalid filter, such as one with a deleted label, has no count. The other filters still get theirs. */
  async #ask(filters: BugFilter[], signal: AbortSignal): Promise<(Count | undefined)[]> {
    if (filters.length === 0) return [];
    if (filters.length <= filtersAtOnce) {
      const answer = await this.#options.api.counts(filters, signal);
      if (answer.ok) return answer.data;
      if (![404, 422].includes(answer.problem.status)) throw answer.problem;
      if (filters.length === 1) return [undefined];
    }
    const middle = Math.ceil(filters.length / 2);
    const halves = [filters.slice(0, middle), filters.slice(middle)];
    return (await Promise.all(halves.map((half) => this.#ask(half, signal)))).flat();
  }
}
