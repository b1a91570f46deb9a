import type { Actor } from '../../../auth/actor.ts';
import { requireProject, requireTeam } from '../../../auth/ownership.ts';
import type { Context } from '../../../context.ts';
import { selectTeamStats } from './queries.ts';
import type { StatsQuery, TeamStats } from './schema.ts';

export async function getTeamStats(
  context: Context,
  actor: Actor,
  teamId: number,
  { range, project_id: projectId }: StatsQuery,
): Promise<TeamStats> {
  requireTeam(actor, teamId);
  const { main } = context.pools;
  if (projectId !== undefined) await requireProject(main, { ...actor, teamIds: [teamId] }, projectId);
  const { seconds_to_resolve, ...stats } = await selectTeamStats(main, teamId, projectId, range);
  return {
    range,
    ...stats,
    open_count: stats.by_status.open,
    median_hours_to_resolve: seconds_to_resolve === null ? null : toHours(seconds_to_resolve),
  };
}

const toHours = (seconds: number) => Math.round(seconds / 36) / 100;
