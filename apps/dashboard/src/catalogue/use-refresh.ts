import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Store } from '../store/types.ts';
import { projectsQuery, refresh, refreshAll } from './queries.ts';

/** Keeps the catalogue as fresh as the live stream is. */
export function useRefresh(store: Store): void {
  const queries = useQueryClient();
  useEffect(() => {
    const learn = () => {
      const projects = queries.getQueryData(projectsQuery.queryKey);
      if (projects) store.learnProjects(projects);
    };
    learn();
    const stops = [
      store.onCatalogue((event) => refresh(queries, event)),
      store.onStartAfresh(() => refreshAll(queries)),
      queries.getQueryCache().subscribe(({ query }) => query.queryKey[0] === 'projects' && learn()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, store]);
}
