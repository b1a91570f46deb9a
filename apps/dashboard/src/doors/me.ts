import { queryOptions } from '@tanstack/react-query';
import { api } from '../session/api.ts';

/** Who is signed in; null when that cannot be found out at the moment. */
export const signedInQuery = queryOptions({
  queryKey: ['signed in'],
  queryFn: async ({ signal }) => (await api.GET('/api/v1/me', { signal })).data ?? null,
  staleTime: 60_000,
});
