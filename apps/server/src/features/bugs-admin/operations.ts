import type { Actor } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { authorOf } from '../activity/queries.ts';
import { getBug } from '../bugs/operations.ts';
import { changeBugs, findTeamOfBug, teamsOf } from './queries.ts';
import type { BugPatch } from './schema.ts';

/** The changed bug, as JSON. */
export async function updateBug(
  context: Context,
  actor: Actor,
  id: number,
  { status, severity, assignee_id }: BugPatch,
): Promise<string> {
  const assigneeId = assignee_id === 'me' ? actor.userId : assignee_id;
  if (typeof assigneeId === 'number') await requireAssignable(context, actor, id, assigneeId);
  const bugs = { ids: [id], teamIds: actor.teamIds };
  const found = await changeBugs(context.db, authorOf(actor), bugs, { status, severity, assigneeId });
  if (found === 0) throw notFound();
  return getBug(context, actor, id);
}

async function requireAssignable(context: Context, actor: Actor, id: number, userId: number): Promise<void> {
  const teamId = await findTeamOfBug(context.db, actor.teamIds, id);
  if (teamId === undefined) throw notFound();
  const teams = await teamsOf(context.db, [teamId], userId);
  if (teams.length === 0) throw invalid('assignee_id', 'must be a member of the team');
}
