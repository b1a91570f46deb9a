import type { Actor } from '../../auth/actor.ts';
import { requireTeam } from '../../auth/ownership.ts';
import type { Context } from '../../context.ts';
import { invalid, unavailable } from '../../errors.ts';
import { type LivePlace, parsePlace } from './place.ts';
import { selectNow, selectPlaceBefore, selectPlaceOf } from './queries.ts';

/** The teams that a stream is about: the one that was asked for, or all. */
export function teamsToFollow(actor: Actor, teamId: number | undefined): number[] {
  if (teamId === undefined) return actor.teamIds;
  requireTeam(actor, teamId);
  return [teamId];
}

/**
 * Where a reader goes on whose last event had this id; undefined for one who has not had any. Whoever has a place of
 * another server, or the plain id of an activity that is gone with its bug, gets the last events before it once more:
 * rather that than to miss one.
 */
export async function findResumePlace(
  { pools }: Context,
  lastEventId: string | undefined,
): Promise<LivePlace | undefined> {
  if (!lastEventId) return undefined;
  const place = parsePlace(lastEventId);
  const activityId = place?.activityId ?? readId(lastEventId);
  const { place: now, numbering } = await selectNow(pools.main);
  if (numbering === null) throw justMoved();
  if (place?.numbering === numbering && place.xmax <= now.xmax) return place;
  const isOfHere = !place && (await selectPlaceOf(pools.main, activityId, now));
  return { ...(isOfHere || (await selectPlaceBefore(pools.main, activityId, now))), numbering, activityId };
}

/** Until its transactions are numbered for this server, no place in it means anything. */
export const justMoved = () => unavailable('The database has just been moved; try again in a moment');

function readId(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw invalid('Last-Event-ID', 'must be the id of an event');
  return id;
}
