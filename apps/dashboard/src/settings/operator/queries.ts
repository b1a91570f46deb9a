import type { components } from '@skep/client';
import { queryOptions } from '@tanstack/react-query';
import { given } from '../../catalogue/given.ts';
import { api } from '../../session/api.ts';

type Schemas = components['schemas'];
export type OperatorTeam = Schemas['OperatorTeam'];
export type OperatorProject = Schemas['OperatorProject'];
export type OperatorUsage = Schemas['OperatorUsage'];

/** Page size. */
export const pageSize = 25;

export interface Place {
  search: string;
  offset: number;
}

const asked = ({ search, offset }: Place) => ({
  params: { query: { limit: pageSize, offset, ...(search && { search }) } },
});

/** Keeps the current page visible until the next one is loaded. */
const keepShown = <Data>(before: Data | undefined) => before;

export const overviewQuery = queryOptions({
  queryKey: ['operator', 'overview'],
  queryFn: ({ signal }) => given(api.GET('/api/v1/operator/overview', { signal })),
  refetchInterval: 5_000,
});

export const jobsQuery = (offset: number) =>
  queryOptions({
    queryKey: ['operator', 'jobs', offset],
    queryFn: ({ signal }) =>
      given(api.GET('/api/v1/operator/jobs', { ...asked({ search: '', offset }), signal })),
    placeholderData: keepShown,
  });

export const operatorTeamsQuery = (place: Place) =>
  queryOptions({
    queryKey: ['operator', 'teams', place],
    queryFn: ({ signal }) => given(api.GET('/api/v1/operator/teams', { ...asked(place), signal })),
    placeholderData: keepShown,
  });

export const operatorTeamQuery = (team_id: number) =>
  queryOptions({
    queryKey: ['operator', 'teams', team_id],
    queryFn: ({ signal }) =>
      given(api.GET('/api/v1/operator/teams/{team_id}', { params: { path: { team_id } }, signal })),
  });

export const operatorUsersQuery = (place: Place) =>
  queryOptions({
    queryKey: ['operator', 'users', place],
    queryFn: ({ signal }) => given(api.GET('/api/v1/operator/users', { ...asked(place), signal })),
    placeholderData: keepShown,
  });
