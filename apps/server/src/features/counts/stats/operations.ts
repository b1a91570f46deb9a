import type { StatsRange } from '@skep/vocabulary';
import type { Actor } from '../../../auth/actor.ts';
import { requireTeam } from '../../../auth/ownership.ts';
import type { Context } from '../../../context.ts';
import { selectTeamStats } from './queries.ts';
import type { TeamStats } from './schema.ts';

export async function getTeamStats(
  context: Context,
  actor: Actor,
  teamId: number,
  range: StatsRange,
): Promise<TeamStats> {
  requireTeam(actor, teamId);
  const { seconds_to_resolve, ...stats } = await selectTeamStats(context.pools.main, teamId, range);
  return {
    range,
    ...stats,
    open_count: stats.by_status.open,
    median_hours_to_resolve: seconds_to_resolve === null ? null : toHours(seconds_to_resolve),
  };
}

const toHours = (seconds: number) => Math.round(seconds / 36) / 100;
