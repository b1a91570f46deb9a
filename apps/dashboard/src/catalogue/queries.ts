import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../session/api.ts';
import { everyPage } from './every-page.ts';
import { given } from './given.ts';

/** Long, because live events invalidate these queries. */
const staleTime = 10 * 60_000;

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/me', { signal })),
  staleTime,
});

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: async ({ signal }) => (await given(api.GET('/api/v1/teams', { signal }))).items,
  staleTime,
});

const { compare } = new Intl.Collator('en', { numeric: true });
export const byName = (a: { name: string }, b: { name: string }): number => compare(a.name, b.name);

/** Projects of all the user's teams. */
export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => {
    const all = await everyPage((offset) =>
      given(api.GET('/api/v1/projects', { params: { query: offset > 0 ? { offset } : {} }, signal })),
    );
    return all.sort(byName);
  },
  staleTime,
});

const inTeam = (team_id: number) => ({ params: { path: { team_id } } });

export const labelsQuery = (team: number) =>
  queryOptions({
    queryKey: ['labels', team],
    queryFn: async ({ signal }) =>
      (await given(api.GET('/api/v1/teams/{team_id}/labels', { ...inTeam(team), signal }))).items,
    staleTime,
  });

export const membersQuery = (team: number) =>
  queryOptions({
    queryKey: ['members', team],
    queryFn: async ({ signal }) =>
      (await given(api.GET('/api/v1/teams/{team_id}/members', { ...inTeam(team), signal }))).items.sort(
        byName,
      ),
    staleTime,
  });

export const viewsQuery = (team: number) =>
  queryOptions({
    queryKey: ['views', team],
    queryFn: async ({ signal }) =>
      (await given(api.GET('/api/v1/teams/{team_id}/saved-views', { ...inTeam(team), signal }))).items,
    staleTime,
  });

/** Prefetches the catalogue. Failed queries are retried by the components that use them. */
export async function prefetchCatalogue(queries: QueryClient, team: number | null): Promise<void> {
  await Promise.all([
    queries.prefetchQuery(meQuery),
    queries.prefetchQuery(teamsQuery),
    queries.prefetchQuery(projectsQuery),
    team && queries.prefetchQuery(labelsQuery(team)),
    team && queries.prefetchQuery(membersQuery(team)),
    team && queries.prefetchQuery(viewsQuery(team)),
  ]);
}

/** A project with its API key. */
export const projectQuery = (project_id: number) =>
  queryOptions({
    queryKey: ['projects', project_id],
    queryFn: ({ signal }) =>
      given(api.GET('/api/v1/projects/{project_id}', { params: { path: { project_id } }, signal })),
    staleTime,
  });
