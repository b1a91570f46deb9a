import { type BugFilterName, bugFilter, bugFilterNames } from '@skep/vocabulary';
import type { BugFilter, BugItem } from './types.ts';

/**
 * The canonical string of a filter, equal for equivalent filters in any order of keys and values. Empty lists and blank
 * searches are left out, because they filter nothing.
 */
export function filterKey(filter: BugFilter): string {
  return JSON.stringify(canonical(filter));
}

/** The filter without its sort order. */
export const withoutSort = ({ sort: _, ...filter }: BugFilter): BugFilter => filter;

/** The filter without empty values, with sorted keys and lists. */
export function canonical(filter: BugFilter): BugFilter {
  const entries = Object.entries(filter)
    .map(
      ([name, value]) => [name, Array.isArray(value) ? [...new Set<unknown>(value)].sort() : value] as const,
    )
    .filter(([, value]) => value !== undefined && value !== null && !isBlank(value))
    .filter(([name, value]) => name !== 'sort' || value !== 'newest')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

const isBlank = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'string' && value.trim() === '';

export interface MatchContext {
  /** Id of the signed-in user, for the filter value `me`. */
  me: number;
  /** Undefined for a project that is not loaded yet. */
  teamOf(projectId: number): number | undefined;
}

export type Matcher = (item: BugItem) => boolean;

/**
 * Matches bugs against a filter as the server does, except for `search`, which only the server can evaluate. A bug of a
 * project that is not loaded passes the team filter, because it came from a list or an event of that team.
 */
export function createMatcher(filter: BugFilter, context: MatchContext): Matcher {
  const checks = bugFilterNames.flatMap((name) => {
    const value = filter[name];
    const values: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
    return values.length === 0 ? [] : checkOf(name, values, context);
  });
  return (item) => checks.every((check) => check(item));
}

export const isSearch = ({ search }: BugFilter): boolean => (search ?? '').trim() !== '';

function checkOf(name: BugFilterName, values: readonly unknown[], { me, teamOf }: MatchContext): Matcher[] {
  if (name === 'team_id') return [(item) => values.includes(teamOf(item.project_id) ?? values[0])];
  if (name === 'label_id')
    return [({ labels }) => values.every((wanted) => labels.some(({ id }) => id === wanted))];
  const { fields = [] } = bugFilter(name);
  if (fields.length === 0) return [];
  const tests = values.map((wanted) => testOf(name, wanted === 'me' ? me : wanted));
  return [(item) => fields.some((field) => tests.some((test) => test(item[field as keyof BugItem])))];
}

/** Returns a test for the value of a field. */
function testOf(name: BugFilterName, wanted: unknown): (value: unknown) => boolean {
  const { type, comparison } = bugFilter(name);
  // A plain date means midnight UTC, which is also how `Date.parse` reads it.
  if (comparison === 'at-or-after') return (value) => Date.parse(String(value)) >= Date.parse(String(wanted));
  if (comparison === 'before') return (value) => Date.parse(String(value)) < Date.parse(String(wanted));
  if (comparison === 'case-insensitive')
    return (value) => typeof value === 'string' && foldAscii(value) === foldAscii(String(wanted));
  if (type === 'id' && wanted === 'none') return (value) => value === null;
  if (type === 'id' && wanted === 'any') return (value) => value !== null;
  return (value) => value === wanted;
}

/** Only ASCII letters are folded, as in the database. */
const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
