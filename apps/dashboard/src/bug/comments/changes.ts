import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { given } from '../../catalogue/given.ts';
import { api } from '../../session/api.ts';
import type { Comment, Tail } from '../timeline/merge.ts';

/** A comment change of this user that is in flight. It is applied over the server data. */
export type PendingComment =
  | { kind: 'new'; key: string; body: string; at: string }
  | { kind: 'edit'; key: string; id: number; body: string }
  | { kind: 'delete'; key: string; id: number };

/** Keyed by bug and kept outside of components: the user may open another bug before the response arrives. */
const pending = new Map<number, readonly PendingComment[]>();
const listeners = new Set<() => void>();
const none: readonly PendingComment[] = [];
let lastKey = 0;

/** Ids of comments that were sent from this tab and not scrolled to yet. */
export const justSent = new Set<number>();

function set(bugId: number, change: (before: readonly PendingComment[]) => readonly PendingComment[]): void {
  const after = change(pending.get(bugId) ?? none);
  if (after.length > 0) pending.set(bugId, after);
  else pending.delete(bugId);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const usePendingComments = (bugId: number): readonly PendingComment[] =>
  useSyncExternalStore(subscribe, () => pending.get(bugId) ?? none);

/** Optimistic create, edit and delete of comments. A failure rolls back the change and rejects. */
export function useCommentChanges(bugId: number) {
  const queries = useQueryClient();

  /** Shows the change until its response is in the cache. */
  async function laidOver<T>(
    change: PendingComment,
    call: Promise<T>,
    apply: (items: Comment[], answer: T) => Comment[],
  ) {
    set(bugId, (before) => [...before, change]);
    try {
      const answer = await call;
      // A fetch that started before the change may return later with stale data, so it is canceled.
      const filters = { queryKey: ['bug', bugId, 'comments'] };
      await queries.cancelQueries(filters);
      queries.setQueriesData<Tail<Comment>>(
        filters,
        (tail) => tail && { ...tail, items: apply(tail.items, answer) },
      );
      void queries.invalidateQueries(filters);
    } finally {
      set(bugId, (before) => before.filter(({ key }) => key !== change.key));
    }
  }
  const key = () => `p${++lastKey}`;
  const path = (comment_id: number) => ({ params: { path: { bug_id: bugId, comment_id } } });

  return {
    write: (body: string) =>
      laidOver(
        { kind: 'new', key: key(), body, at: new Date().toISOString() },
        given<Comment>(
          api.POST('/api/v1/bugs-admin/{bug_id}/comments', {
            params: { path: { bug_id: bugId } },
            body: { body },
          }),
        ).then((made) => {
          justSent.add(made.id);
          return made;
        }),
        (items, made) => (items.some(({ id }) => id === made.id) ? items : [...items, made]),
      ),
    edit: (id: number, body: string) =>
      laidOver(
        { kind: 'edit', key: key(), id, body },
        given<Comment>(
          api.PATCH('/api/v1/bugs-admin/{bug_id}/comments/{comment_id}', { ...path(id), body: { body } }),
        ),
        (items, changed) => items.map((one) => (one.id === id ? changed : one)),
      ),
    remove: (id: number) =>
      laidOver(
        { kind: 'delete', key: key(), id },
        given<unknown>(api.DELETE('/api/v1/bugs-admin/{bug_id}/comments/{comment_id}', path(id))),
        (items) => items.filter((one) => one.id !== id),
      ),
  };
}

/** Applies the pending changes to the comments. */
export function withPending(comments: Comment[], changes: readonly PendingComment[]): Comment[] {
  return changes.reduce((items, change) => {
    if (change.kind === 'delete') return items.filter(({ id }) => id !== change.id);
    if (change.kind === 'edit')
      return items.map((one) => (one.id === change.id ? { ...one, body: change.body } : one));
    return items;
  }, comments);
}
