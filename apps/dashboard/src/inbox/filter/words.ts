import {
  type BugFilterName,
  type BugGroup,
  type BugSort,
  bugFilter,
  bugFilterNames,
  type Severity,
  severities,
} from '@skep/vocabulary';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { statusNames } from '../../components/words.ts';
import type { BugFilter } from '../../store/types.ts';

export type Facet = Exclude<BugFilterName, 'team_id' | 'search'>;

/** Filters with a chip, in display order. */
export const facets = bugFilterNames.filter((name): name is Facet => bugFilter(name).label !== undefined);

export const facetNames = Object.fromEntries(
  facets.map((facet) => [facet, bugFilter(facet).label]),
) as Record<Facet, string>;

export const groupNames: Record<BugGroup, string> = {
  severity: 'Severity',
  project: 'Project',
  assignee: 'Assignee',
  status: 'Status',
  day: 'Day',
};

export const sortNames: Record<BugSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  updated: 'Recently updated',
  severity: 'Most severe first',
};

/** Text of a chip. Unknown entities show as a number. */
export function wordsFor(facet: Facet, filter: BugFilter, known: Catalogue): string {
  const named = (things: readonly { id: number; name: string }[], id: number) =>
    things.find((thing) => thing.id === id)?.name ?? (known.isComplete ? `#${id}` : '…');
  switch (facet) {
    case 'project_id':
      return named(known.projects, filter.project_id ?? 0);
    case 'status':
      return list((filter.status ?? []).map((one) => statusNames[one].toLowerCase()));
    case 'severity':
      return severityWords(filter.severity ?? []);
    case 'assignee_id':
      if (filter.assignee_id === 'me') return 'me';
      if (filter.assignee_id === 'none') return 'unassigned';
      return named(known.members, filter.assignee_id ?? 0);
    case 'label_id':
      return (filter.label_id ?? []).map((id) => named(known.labels, id)).join(' and ');
    case 'duplicate_of_id':
      if (filter.duplicate_of_id === 'any') return 'only duplicates';
      if (filter.duplicate_of_id === 'none') return 'hidden';
      return `of #${filter.duplicate_of_id}`;
    case 'created_after':
    case 'created_before':
      return dayWords(String(filter[facet]));
    default:
      return String(filter[facet] ?? '');
  }
}

/** Shortens a range to "medium or higher". */
function severityWords(given: readonly Severity[]): string {
  const mildest = severities.findIndex((one) => given.includes(one));
  const isUpwards = given.length > 1 && mildest > 0 && given.length === severities.length - mildest;
  if (isUpwards) return `${severities[mildest]} or higher`;
  return list(severities.filter((one) => given.includes(one)).reverse());
}

function list(words: readonly string[]): string {
  return words.length <= 3 ? words.join(', ') : `${words.length} selected`;
}

function dayWords(time: string): string {
  const isDay = time.length === 10;
  return new Date(time).toLocaleString('en', {
    day: 'numeric',
    month: 'short',
    ...(isDay ? { timeZone: 'UTC' } : { hour: '2-digit', minute: '2-digit' }),
    ...(new Date(time).getUTCFullYear() === new Date().getUTCFullYear() ? {} : { year: 'numeric' }),
  });
}

/** Whether a filter is active. */
export function isOn(facet: Facet, filter: BugFilter): boolean {
  const value = filter[facet];
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}
