import { useParams, useSearch } from '@tanstack/react-router';
import type { Address } from '../filter/address.ts';

/** Where one is: which bugs are listed, and which one is open, beside the list or as a page of its own. */
export function useAddress(): { address: Address; page: 'inbox' | 'bug'; openBug: number | null } {
  const address = useSearch({ from: '/signed-in/frame' });
  const { id } = useParams({ strict: false });
  return id === undefined
    ? { address, page: 'inbox', openBug: address.bug ?? null }
    : { address, page: 'bug', openBug: Number(id) || null };
}
