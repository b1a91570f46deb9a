import { QueryClient, type QueryFilters } from '@tanstack/react-query';

// The API client already retries where that can help. Further retries would multiply the load on an overloaded server
// and delay error messages by seconds.
export const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Refetches active queries. Requests in flight may return stale data, so they are canceled. */
export function refetch(client: QueryClient, filters: QueryFilters): void {
  void client.cancelQueries({ ...filters, type: 'active' });
  void client.invalidateQueries(filters);
}
