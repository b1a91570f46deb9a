/** Which team each project belongs to: events say it, list items do not. */
export interface Projects {
  /** Answers whether any of it is new. */
  learn(projects: readonly { id: number; team_id: number }[]): boolean;
  teamOf(projectId: number): number | undefined;
}

export function createProjects(): Projects {
  const teams = new Map<number, number>();
  return {
    learn(projects) {
      const isNew = projects.some(({ id, team_id }) => teams.get(id) !== team_id);
      for (const { id, team_id } of projects) teams.set(id, team_id);
      return isNew;
    },
    teamOf: (projectId) => teams.get(projectId),
  };
}
