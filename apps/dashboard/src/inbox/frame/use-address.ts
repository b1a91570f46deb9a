import { useLocation, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ActionContext } from '../../actions/action-context.ts';
import { type Address, readAddress } from '../filter/address.ts';

interface Here extends Pick<ActionContext, 'page' | 'openBug'> {
  address: Address;
}

/**
 * The current location: the filter, and the bug that is open in the panel or as a page. Settings URLs contain their
 * project or team, so the sidebar shows the same one.
 */
export function useAddress(): Here {
  const search = useSearch({ from: '/signed-in/frame' });
  // The router merges the result of `validateSearch` into the raw parameters, so invalid values are still in `search`.
  const address = useMemo(() => readAddress({ ...search }), [search]);
  const { id, projectId, teamId } = useParams({ strict: false });
  const { pathname } = useLocation();
  const about = useMemo(
    () => ({
      ...(Number(projectId) && { project_id: Number(projectId) }),
      ...(Number(teamId) && { team_id: Number(teamId) }),
    }),
    [projectId, teamId],
  );
  if (id !== undefined) return { address, page: 'bug', openBug: Number(id) || null };
  if (pathname === '/') return { address, page: 'inbox', openBug: address.bug ?? null };
  return { address: about, page: 'settings', openBug: null };
}
