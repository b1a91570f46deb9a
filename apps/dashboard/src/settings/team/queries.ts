import { queryOptions } from '@tanstack/react-query';
import { given } from '../../catalogue/given.ts';
import { membersQuery, teamsQuery } from '../../catalogue/queries.ts';
import { api } from '../../session/api.ts';

export const inTeam = (team_id: number) => ({ params: { path: { team_id } } });

/** Nested below the teams key, so that a live event about any team invalidates it. */
export const teamQuery = (id: number) =>
  queryOptions({
    queryKey: [...teamsQuery.queryKey, id],
    queryFn: ({ signal }) => given(api.GET('/api/v1/teams/{team_id}', { ...inTeam(id), signal })),
  });

/** Nested below the members key, because accepting an invitation adds a member. */
export const invitationsQuery = (id: number) =>
  queryOptions({
    queryKey: [...membersQuery(id).queryKey, 'invitations'],
    queryFn: async ({ signal }) =>
      (await given(api.GET('/api/v1/teams/{team_id}/invitations', { ...inTeam(id), signal }))).items,
  });
