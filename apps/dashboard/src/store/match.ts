import { bugFilter, bugFilterNames } from '@skep/vocabulary';
import type { BugFilter, BugItem } from './types.ts';

export interface MatchContext {
  /** The user who is signed in: `me`. */
  me: number;
  /** Undefined for a project that nobody has told of yet. */
  teamOf(projectId: number): number | undefined;
}

export type Matcher = (item: BugItem) => boolean;

/**
 * Decides as the service does whether a bug matches a filter, but for its `search`, which only the service can decide: texts
 * are not in list items. They never change, however, so whatever was found once stays found. A project whose team is not
 * known is in none.
 */
export function createMatcher(filter: BugFilter, { me, teamOf }: MatchContext): Matcher {
  const { team_id, project_id, status, severity, label_id, assignee_id, duplicate_of_id } = filter;
  const checks: Matcher[] = [];
  if (team_id !== undefined) checks.push((item) => teamOf(item.project_id) === team_id);
  if (project_id !== undefined) checks.push((item) => item.project_id === project_id);
  if (status?.length) checks.push((item) => status.includes(item.status));
  if (severity?.length) checks.push((item) => severity.includes(item.severity));
  if (label_id?.length)
    checks.push(({ labels }) => label_id.every((wanted) => labels.some(({ id }) => id === wanted)));
  if (assignee_id !== undefined) {
    const wanted = assignee_id === 'me' ? me : assignee_id === 'none' ? null : assignee_id;
    checks.push((item) => item.assignee_id === wanted);
  }
  if (duplicate_of_id !== undefined) {
    if (duplicate_of_id === 'none') checks.push((item) => item.duplicate_of_id === null);
    else if (duplicate_of_id === 'any') checks.push((item) => item.duplicate_of_id !== null);
    else checks.push((item) => item.duplicate_of_id === duplicate_of_id);
  }
  checks.push(...textChecks(filter), ...ageChecks(filter));
  return (item) => checks.every((check) => check(item));
}

export const isSearch = ({ search }: BugFilter): boolean => (search ?? '').trim() !== '';

/** Filters by all of a text, in any of some fields. */
function textChecks(filter: BugFilter): Matcher[] {
  return bugFilterNames.flatMap((name) => {
    const { takes, fields = [], compares } = bugFilter(name);
    const wanted = filter[name];
    if (takes !== 'text' || wanted === undefined) return [];
    const fold = (text: unknown) =>
      compares === 'folded' && typeof text === 'string' ? foldAscii(text) : text;
    return (item: BugItem) => fields.some((field) => fold(item[field as keyof BugItem]) === fold(wanted));
  });
}

/** Letters beyond ASCII are compared as they are, as in the database. */
const foldAscii = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** A plain date is its midnight UTC, which is how `Date.parse` reads it, too. */
function ageChecks({ created_after, created_before }: BugFilter): Matcher[] {
  const checks: Matcher[] = [];
  if (created_after !== undefined) {
    const first = Date.parse(created_after);
    checks.push((item) => Date.parse(item.created_at) >= first);
  }
  if (created_before !== undefined) {
    const end = Date.parse(created_before);
    checks.push((item) => Date.parse(item.created_at) < end);
  }
  return checks;
}
