import type { components } from '@skep/client';
import type { StatsRange } from '@skep/vocabulary';
import { queryOptions } from '@tanstack/react-query';
import { given } from '../../catalogue/given.ts';
import { api } from '../../session/api.ts';

export type Stats = components['schemas']['TeamStats'];
export type Day = Stats['per_day'][number];

export const statsQuery = (team_id: number, range: StatsRange, project_id: number | undefined) =>
  queryOptions({
    queryKey: ['stats', team_id, range, project_id],
    queryFn: ({ signal }) =>
      given(
        api.GET('/api/v1/teams/{team_id}/stats', {
          params: { path: { team_id }, query: { range, ...(project_id && { project_id }) } },
          signal,
        }),
      ),
    // Keeps the current data visible until the next range is loaded.
    placeholderData: (before) => before,
  });
