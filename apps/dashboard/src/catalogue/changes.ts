import { useQueryClient } from '@tanstack/react-query';
import { api } from '../session/api.ts';
import type { Label } from '../store/types.ts';
import type { SavedView } from './catalogue.ts';
import { given } from './given.ts';
import { labelsQuery, projectsQuery, viewsQuery } from './queries.ts';

/** Default colors of new labels, in turn. */
const colours = ['#dc2626', '#0d9488', '#7c3aed', '#ca8a04', '#2563eb', '#db2777', '#16a34a', '#9333ea'];

/** Creates a label. */
export function useNewLabel(team_id: number): (name: string) => Promise<Label> {
  const queries = useQueryClient();
  return async (name) => {
    const { queryKey } = labelsQuery(team_id);
    const count = queries.getQueryData(queryKey)?.length ?? 0;
    const body = { name, color: colours[count % colours.length] ?? '#dc2626' };
    const label = await given(
      api.POST('/api/v1/teams/{team_id}/labels', { params: { path: { team_id } }, body }),
    );
    await queries.invalidateQueries({ queryKey });
    return label;
  };
}

export type ViewChange = Partial<Pick<SavedView, 'name' | 'filters' | 'is_pinned'>>;

/** Saves, updates and deletes views. Rejects with an error message on failure. */
export function useViewChanges(team_id: number) {
  const queries = useQueryClient();
  const again = () => queries.invalidateQueries({ queryKey: viewsQuery(team_id).queryKey });
  const path = (view_id: number) => ({ params: { path: { team_id, view_id } } });
  return {
    async save(name: string, filters: SavedView['filters'], is_pinned: boolean) {
      const body = { name, filters, is_pinned };
      await given(api.POST('/api/v1/teams/{team_id}/saved-views', { params: { path: { team_id } }, body }));
      await again();
    },
    async change(view: number, body: ViewChange) {
      await given(api.PATCH('/api/v1/teams/{team_id}/saved-views/{view_id}', { ...path(view), body }));
      await again();
    },
    async remove(view: number) {
      await given(api.DELETE('/api/v1/teams/{team_id}/saved-views/{view_id}', path(view)));
      await again();
    },
  };
}

/** Creates a project and returns its key. */
export function useNewProject(team_id: number) {
  const queries = useQueryClient();
  return async (name: string) => {
    const project = await given(api.POST('/api/v1/projects', { body: { team_id, name } }));
    await queries.invalidateQueries({ queryKey: projectsQuery.queryKey });
    return project;
  };
}
