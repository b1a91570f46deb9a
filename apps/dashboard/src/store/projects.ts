/** Which team each project belongs to: events say it, list items do not. */
export interface Projects {
  learn(projects: readonly { id: number; team_id: number }[]): void;
  teamOf(projectId: number): number | undefined;
}

export function createProjects(): Projects {
  const teams = new Map<number, number>();
  return {
    learn(projects) {
      for (const { id, team_id } of projects) teams.set(id, team_id);
    },
    teamOf: (projectId) => teams.get(projectId),
  };
}
