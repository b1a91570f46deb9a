import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Address } from '../inbox/filter/address.ts';
import { lastTeam } from '../session/last-team.ts';
import type { Catalogue, Project, Team } from './catalogue.ts';
import { labelsQuery, membersQuery, meQuery, projectsQuery, teamsQuery, viewsQuery } from './queries.ts';

/**
 * The current team: the one that the URL or its project names; else the last used one; else the
 * first. The last used team is known immediately, so that the list does not wait for the catalogue.
 */
export function teamAt(
  { team_id, project_id }: Address,
  teams?: readonly Team[],
  projects?: readonly Project[],
): number | null {
  const ofProject = projects?.find(({ id }) => id === project_id)?.team_id;
  const wanted = ofProject ?? team_id ?? lastTeam.get();
  return (teams && !teams.some(({ id }) => id === wanted) ? teams[0]?.id : wanted) ?? null;
}

export function useTeamId(address: Address): number | null {
  const { data: teams } = useQuery(teamsQuery);
  const { data: projects } = useQuery(projectsQuery);
  const team = teamAt(address, teams, projects);
  useEffect(() => {
    if (teams && team !== null) lastTeam.set(team);
  }, [teams, team]);
  return team;
}

const none: never[] = [];

/** The catalogue of a team. Parts that are still loading are empty. */
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
