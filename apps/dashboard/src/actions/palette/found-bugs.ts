import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { given } from '../../catalogue/given.ts';
import { useRested } from '../../components/use-rested.ts';
import { api } from '../../session/api.ts';
import type { BugItem } from '../../store/types.ts';

const most = 6;

/** Bugs of the team that match the typed words or number, in any status. */
export function useFoundBugs(
  typed: string,
  team_id: number,
): readonly Pick<BugItem, 'id' | 'title' | 'status'>[] {
  const text = useRested(typed.trim());
  const { data } = useQuery({
    queryKey: ['found', team_id, text],
    queryFn: async ({ signal }) => {
      const query = { search: text, limit: most, team_id };
      return (await given(api.GET('/api/v1/bugs-admin', { params: { query }, signal }))).items;
    },
    enabled: text !== '' && team_id > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (text && typed.trim() && data) || [];
}
