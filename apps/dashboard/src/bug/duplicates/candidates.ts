import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { given } from '../../catalogue/given.ts';
import { useRested } from '../../components/use-rested.ts';
import { cut } from '../../cut.ts';
import { api } from '../../session/api.ts';
import { excerptLength } from '../../store/http.ts';
import type { BugItem } from '../../store/types.ts';
import { similarQuery } from '../queries.ts';

const most = 8;

export interface Candidates {
  /** Heading of the list: similar bugs or search results. */
  title: string;
  items: readonly BugItem[];
  isLoading: boolean;
  problem: string | undefined;
}

/** Candidates for the original: similar bugs, or search results once text is typed. A number finds that bug. */
export function useCandidates(bugId: number, teamId: number | undefined, typed: string): Candidates {
  const text = useRested(typed.trim());
  const number = /^#?(\d{1,15})$/.exec(text)?.[1];
  const similar = useQuery({ ...similarQuery(bugId), enabled: text === '' });
  const found = useQuery({
    queryKey: ['bug', bugId, 'candidates', text],
    queryFn: async ({ signal }) => {
      const query = {
        search: text,
        limit: most,
        offset: 0,
        ...(teamId === undefined ? {} : { team_id: teamId }),
      };
      const lists = await Promise.all([
        number ? theBug(Number(number), signal) : [],
        given(api.GET('/api/v1/bugs-admin', { params: { query }, signal })).then(
          ({ items }) => items as BugItem[],
        ),
      ]);
      return [...new Map(lists.flat().map((item) => [item.id, item])).values()];
    },
    enabled: text !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const { data, isPending, isPlaceholderData, error } = text === '' ? similar : found;
  return {
    title: text === '' ? 'Similar bugs' : 'Search results',
    items: ((data ?? []) as BugItem[]).filter(({ id }) => id !== bugId),
    isLoading: isPending || isPlaceholderData || text !== typed.trim(),
    problem: error?.message,
  };
}

/** The bug with this number, if it exists. */
async function theBug(bug_id: number, signal: AbortSignal): Promise<BugItem[]> {
  const result = await api.GET('/api/v1/bugs-admin/{bug_id}', { params: { path: { bug_id } }, signal });
  if (result.ok) return [{ ...result.data, excerpt: cut(result.data.description, excerptLength) } as BugItem];
  if (result.error.kind === 'refused' && result.error.status === 404) return [];
  throw new Error(result.error.detail);
}
