import { type Actor, requireTeam } from '../../auth/actor.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { findPosition, type Position } from '../events/queries.ts';
import { selectPositionBefore } from './queries.ts';

/** The teams that a stream is about: the one that was asked for, or all. */
export function teamsToFollow(actor: Actor, teamId: number | undefined): number[] {
  if (teamId === undefined) return actor.teamIds;
  requireTeam(actor, teamId);
  return [teamId];
}

/**
 * Where a reader goes on whose last event had this id; undefined for one who has not had any. When that activity is
 * gone, because its bug was deleted, it gets the last events before it once more: rather that than to miss one.
 */
export async function findResumePosition(
  { db }: Context,
  lastEventId: string | undefined,
): Promise<Position | undefined> {
  if (!lastEventId) return undefined;
  const id = /^\d{1,16}$/.test(lastEventId) ? Number(lastEventId) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw invalid('Last-Event-ID', 'must be the id of an event');
  return (await findPosition(db, id)) ?? (await selectPositionBefore(db, id));
}
