import { QueryClient, type QueryFilters } from '@tanstack/react-query';

// The client has asked again already where that can help. Asking anew on top of it would multiply the load on a service that is
// overwhelmed, and put off by seconds that something does not exist or has failed.
export const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** Fetches again what is on screen. What is on its way may have been read too early, and is given up. */
export function refetch(client: QueryClient, filters: QueryFilters): void {
  void client.cancelQueries({ ...filters, type: 'active' });
  void client.invalidateQueries(filters);
}
