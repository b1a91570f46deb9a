import type { ActivityKind, Via } from '@skep/vocabulary';
import type { Person } from '../../store/types.ts';
import type { CommentImage } from '../comments/images.ts';

export interface Comment {
  id: number;
  bug_id: number;
  /** Null when the account was deleted. */
  author: Person | null;
  body: string;
  via: Via;
  created_at: string;
  edited_at: string | null;
  images: CommentImage[];
}

export interface Activity {
  id: number;
  bug_id: number;
  kind: ActivityKind;
  actor: { id: number; name: string } | null;
  via: Via;
  changes: Record<string, unknown> | null;
  created_at: string;
}

/** The newest items of a list, oldest first. */
export interface Tail<T> {
  items: T[];
  /** Number of items before these. */
  earlier: number;
}

export type Entry = { key: string; at: string } & (
  | { kind: 'comment'; comment: Comment }
  | { kind: 'activity'; activity: Activity }
);

/** Activities that the comment itself already shows. */
const saidByComments: ReadonlySet<ActivityKind> = new Set(['commented', 'comment_edited']);

/**
 * Merges comments and activity, oldest first. When one of them is only partly loaded, older items of the other are
 * omitted and counted in `earlier`, so that the timeline has no gaps.
 */
export function mergeTimeline(
  comments: Tail<Comment>,
  activity: Tail<Activity>,
): { entries: Entry[]; earlier: number } {
  const from = [comments, activity]
    .map(({ items, earlier }) => (earlier > 0 ? (items[0]?.created_at ?? '') : ''))
    .reduce((a, b) => (a > b ? a : b));
  const all: Entry[] = [
    ...comments.items.map((comment) => ({
      kind: 'comment' as const,
      key: `c${comment.id}`,
      at: comment.created_at,
      comment,
    })),
    ...activity.items
      .filter(({ kind }) => !saidByComments.has(kind))
      .map((one) => ({ kind: 'activity' as const, key: `a${one.id}`, at: one.created_at, activity: one })),
  ];
  // The sort is stable, so entries with the same time keep their order.
  const entries = all.filter(({ at }) => at >= from).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { entries, earlier: comments.earlier + activity.earlier + all.length - entries.length };
}

interface Page<T> {
  items: T[];
  total: number;
}

/** Page size limit of the API. */
const pageSize = 200;

/**
 * Loads the newest items of a list that the API pages from the oldest. One request is enough when the total is as
 * `expected`, which is nearly always the case.
 */
export async function loadTail<T>(
  fetchPage: (page: { limit: number; offset: number }) => Promise<Page<T>>,
  wanted: number,
  expected: number,
): Promise<Tail<T>> {
  let offset = Math.max(0, expected - wanted);
  let page = await fetchPage({ limit: pageSize, offset });
  const right = Math.max(0, page.total - wanted);
  if (right < offset || right > offset + page.items.length) {
    offset = right;
    page = await fetchPage({ limit: pageSize, offset });
  }
  const items = [...page.items];
  while (page.items.length > 0 && offset + items.length < page.total) {
    page = await fetchPage({ limit: pageSize, offset: offset + items.length });
    items.push(...page.items);
  }
  return { items, earlier: offset };
}
