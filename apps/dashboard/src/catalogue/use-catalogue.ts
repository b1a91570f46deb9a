import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Address } from '../inbox/filter/address.ts';
import { keptHere } from '../session/kept.ts';
import type { Catalogue } from './catalogue.ts';
import { labelsQuery, membersQuery, meQuery, projectsQuery, teamsQuery, viewsQuery } from './queries.ts';

const remembered = 'skep.team';

/**
 * Which team is looked at: the one that the address names, or whose project it names; else the one looked at last; else the
 * first. Known as soon as there is a memory of it, so that the list does not wait for the catalogue.
 */
export function useTeamId({ team_id, project_id }: Address): number | null {
  const { data: teams } = useQuery(teamsQuery);
  const { data: projects } = useQuery(projectsQuery);
  const ofProject = projects?.find(({ id }) => id === project_id)?.team_id;
  const last = Number(keptHere.get(remembered)) || undefined;
  const wanted = ofProject ?? team_id ?? last;
  const team = teams && !teams.some(({ id }) => id === wanted) ? teams[0]?.id : wanted;
  useEffect(() => {
    if (teams && team !== undefined) keptHere.set(remembered, String(team));
  }, [teams, team]);
  return team ?? null;
}

const none: never[] = [];

/** The catalogue of a team. What has not come yet is empty, so that nothing waits for it. */
export function useCatalogue(team_id: number | null): Catalogue {
  const isKnown = team_id !== null;
  const me = useQuery(meQuery).data;
  const teams = useQuery(teamsQuery).data;
  const projects = useQuery(projectsQuery).data;
  const labels = useQuery({ ...labelsQuery(team_id ?? 0), enabled: isKnown }).data;
  const members = useQuery({ ...membersQuery(team_id ?? 0), enabled: isKnown }).data;
  const views = useQuery({ ...viewsQuery(team_id ?? 0), enabled: isKnown }).data;
  return useMemo(
    () => ({
      isComplete: [me, teams, projects, labels, members, views].every((part) => part !== undefined),
      isOperator: me?.is_operator ?? false,
      me: me ?? { id: 0, name: '', email: '' },
      teams: teams ?? none,
      team: teams?.find(({ id }) => id === team_id) ?? { id: team_id ?? 0, name: '', slug: '' },
      projects: projects ?? none,
      labels: labels ?? none,
      members: members ?? none,
      views: views ?? none,
    }),
    [team_id, me, teams, projects, labels, members, views],
  );
}
