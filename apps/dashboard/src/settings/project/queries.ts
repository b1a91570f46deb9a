import type { components } from '@skep/client';
import { queryOptions } from '@tanstack/react-query';
import { everyPage } from '../../catalogue/every-page.ts';
import { given } from '../../catalogue/given.ts';
import { projectQuery } from '../../catalogue/queries.ts';
import { api } from '../../session/api.ts';

export const inProject = (project_id: number) => ({ params: { path: { project_id } } });

/** Keys are nested below the project, so that one live event invalidates all of them. */
export const keysQuery = (id: number) =>
  queryOptions({
    queryKey: [...projectQuery(id).queryKey, 'keys'],
    queryFn: async ({ signal }) =>
      (await given(api.GET('/api/v1/projects/{project_id}/api-keys', { ...inProject(id), signal }))).items,
  });

export const blocklistQuery = (id: number) =>
  queryOptions({
    queryKey: [...projectQuery(id).queryKey, 'blocklist'],
    queryFn: ({ signal }) =>
      everyPage((offset) =>
        given(
          api.GET('/api/v1/projects/{project_id}/blocklist', {
            params: { path: { project_id: id }, query: { offset } },
            signal,
          }),
        ),
      ),
  });

export interface Rule {
  kind: 'email' | 'ip' | 'user_agent' | 'keyword';
  value: string;
}

/** Preview of a blocklist rule. */
export type Outcome = components['schemas']['BlocklistPreview'];
