import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/api.ts';

/** The signed-in user; null when the request fails. */
export const signedInQuery = queryOptions({
  queryKey: ['signed in'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/me', { signal })).data ?? null,
  staleTime: 60_000,
});
