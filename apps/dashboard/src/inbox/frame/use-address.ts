import { useLocation, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ActionContext } from '../../actions/action-context.ts';
import { type Address, readAddress } from '../filter/address.ts';

interface Here extends Pick<ActionContext, 'page' | 'openBug'> {
  address: Address;
}

/**
 * Where one is: which bugs are listed, and which one is open, beside the list or as a page of its own. Settings of a project
 * or a team are at an address of that project or team, so that everything around them is about the same.
 */
export function useAddress(): Here {
  const search = useSearch({ from: '/signed-in/frame' });
  // The router merges what `validateSearch` returns over the raw parameters, so bad values are still in `search`.
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
