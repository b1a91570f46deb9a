import { type BugGroup, bugFilter, bugFilterNames, bugGroups } from '@skep/vocabulary';
import type { BugFilter } from '../../store/types.ts';

/**
 * Saved views use older, shorter names for some filters. They have no team filter, because each view belongs to a team.
 */
const shortNames: Record<string, string> = Object.fromEntries(
  bugFilterNames.map((name) => [name, bugFilter(name).viewName ?? name]),
);
const longNames: Record<string, string> = Object.fromEntries(
  Object.entries(shortNames).map(([long, short]) => [short, long]),
);

export function toView(
  { team_id: _, ...filter }: BugFilter,
  group: BugGroup | undefined,
): Record<string, unknown> {
  const named = Object.entries(filter).map(([name, value]) => [shortNames[name] ?? name, value]);
  return { ...Object.fromEntries(named), ...(group && { group }) };
}

/** The grouping of a saved view. */
export const groupOfView = (filters: Record<string, unknown>): BugGroup | undefined =>
  bugGroups.find((group) => group === filters.group);

/** The filter of a saved view, including its sort order. */
export function fromView(team_id: number, { group: _, ...filters }: Record<string, unknown>): BugFilter {
  const filter: Record<string, unknown> = { team_id };
  for (const [name, value] of Object.entries(filters)) {
    const long = longNames[name] ?? name;
    filter[long] = long === 'status' || long === 'severity' ? [value].flat() : value;
  }
  return filter as BugFilter;
}
