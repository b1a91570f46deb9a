import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { given } from '../catalogue/given.ts';
import { api } from '../session/api.ts';
import { useStore } from '../store/react.ts';
import { type Activity, type Comment, loadTail } from './timeline/merge.ts';

const ofBug = (bug_id: number) => ({ path: { bug_id } });

/** The newest comments. `expected` is the estimated total. */
export const commentsQuery = (bugId: number, wanted: number, expected: number) =>
  queryOptions({
    queryKey: ['bug', bugId, 'comments', wanted],
    queryFn: ({ signal }) =>
      loadTail<Comment>(
        (query) =>
          given(
            api.GET('/api/v1/bugs-admin/{bug_id}/comments', { params: { ...ofBug(bugId), query }, signal }),
          ),
        wanted,
        expected,
      ),
  });

export const activityQuery = (bugId: number, wanted: number) =>
  queryOptions({
    queryKey: ['bug', bugId, 'activity', wanted],
    queryFn: ({ signal }) =>
      loadTail<Activity>(
        (query) =>
          given(
            api.GET('/api/v1/bugs-admin/{bug_id}/activity', { params: { ...ofBug(bugId), query }, signal }),
          ),
        wanted,
        0,
      ),
  });

export const similarQuery = (bugId: number) =>
  queryOptions({
    queryKey: ['bug', bugId, 'similar'],
    queryFn: async ({ signal }) =>
      (await given(api.GET('/api/v1/bugs-admin/{bug_id}/similar', { params: ofBug(bugId), signal }))).items,
    staleTime: 60_000,
  });

/** Refetches the timeline on every event of the bug. */
export function useLiveTimeline(bugId: number): void {
  const store = useStore();
  const queries = useQueryClient();
  useEffect(() => {
    return store.onEvents((events) => {
      if (!events.some((event) => event.bug_id === bugId)) return;
      for (const what of ['comments', 'activity'])
        void queries.invalidateQueries({ queryKey: ['bug', bugId, what] });
    });
  }, [store, queries, bugId]);
}
