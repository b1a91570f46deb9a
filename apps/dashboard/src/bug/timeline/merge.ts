import type { ActivityKind, Via } from '@skep/vocabulary';
import type { Person } from '../../store/types.ts';
import type { CommentImage } from '../comments/images.ts';

export interface Comment {
  id: number;
  bug_id: number;
  /** Null: the account is gone. */
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

/** The newest part of a list that is sorted oldest first. */
export interface Tail<T> {
  items: T[];
  /** How many of the list come before these. */
  earlier: number;
}

export type Entry = { key: string; at: string } & (
  | { kind: 'comment'; comment: Comment }
  | { kind: 'activity'; activity: Activity }
);

/** What a comment says about itself. */
const saidByComments: ReadonlySet<ActivityKind> = new Set(['commented', 'comment_edited']);

/**
 * Comments and activity as one timeline, oldest first. Where only the newest of one are loaded, what is older in the other
 * is left out, too, and counted in `earlier`: a timeline with holes would tell another story.
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
  // The sort is stable: what has the same time stays in its order.
  const entries = all.filter(({ at }) => at >= from).sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return { entries, earlier: comments.earlier + activity.earlier + all.length - entries.length };
}

interface Page<T> {
  items: T[];
  total: number;
}

/** The most that the service gives at once. */
const pageSize = 200;

/**
 * Loads the newest of a list that the service pages from the oldest on. `expected` is how long it is thought to be: when that
 * is right, which it nearly always is, one request does.
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
