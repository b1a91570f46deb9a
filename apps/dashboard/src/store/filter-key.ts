import type { BugFilter } from './types.ts';

/**
 * The canonical text of a filter: equal for filters that mean the same, whatever the order of their keys and values. Empty
 * lists and blank searches are left out, as they filter nothing.
 */
export function filterKey(filter: BugFilter): string {
  return JSON.stringify(canonical(filter));
}

/** A filter as it is sent: lists are the request's own. */
type SentFilter = {
  [Key in keyof BugFilter]: NonNullable<BugFilter[Key]> extends readonly (infer Value)[]
    ? Value[]
    : BugFilter[Key];
};

/** The filter alone, without the order of its list. */
export const withoutSort = ({ sort: _, ...filter }: BugFilter): BugFilter => filter;

/** The filter without what filters nothing, its keys and lists in order. */
export function canonical(filter: BugFilter): SentFilter {
  const entries = Object.entries(filter)
    .map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)].sort() : value] as const)
    .filter(([, value]) => value !== undefined && value !== null && !isBlank(value))
    .filter(([name, value]) => name !== 'sort' || value !== 'newest')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

const isBlank = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';
