import type { Actor } from '../../auth/actor.ts';
import { requireTeam } from '../../auth/ownership.ts';
import type { Context } from '../../context.ts';
import { invalid, unavailable } from '../../errors.ts';
import { parseCursor, type StreamCursor } from './cursor.ts';
import { deleteOldCatalogueChanges, selectCursorAt, selectCursorBefore, selectNow } from './queries.ts';

/** The teams that a stream is about: the one that was asked for, or all. */
export function teamsToFollow(actor: Actor, teamId: number | undefined): number[] {
  if (teamId === undefined) return actor.teamIds;
  requireTeam(actor, teamId);
  return [teamId];
}

export interface Resumption {
  /** Where to go on; undefined for a reader who has not had any event. */
  from?: StreamCursor;
  /** The reader may have missed events, or have seen some of transactions that are gone. */
  mustReload: boolean;
}

/**
 * Finds where a reader goes on whose last event had this id. Whoever has a cursor of another history, or the plain id of an
 * activity that is gone with its bug, gets the last events before it once more: rather that than to miss one.
 */
export async function findResumption(
  { pools }: Context,
  lastEventId: string | undefined,
): Promise<Resumption> {
  if (!lastEventId) return { mustReload: false };
  const cursor = parseCursor(lastEventId);
  const activityId = cursor?.activityId ?? readId(lastEventId);
  const { cursor: now, numbering } = await selectNow(pools.main);
  if (numbering === null) throw justMoved();
  if (cursor?.numbering === numbering && cursor.xmax <= now.xmax) return { from: cursor, mustReload: false };
  const isOfHere = !cursor && (await selectCursorAt(pools.main, activityId, now));
  const found = isOfHere || (await selectCursorBefore(pools.main, activityId, now));
  return { from: { ...found, numbering, activityId }, mustReload: cursor !== undefined };
}

/** Until its transactions are numbered for this server, no cursor in it means anything. */
export const justMoved = () => unavailable('The database has just been moved; try again in a moment');

function readId(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw invalid('Last-Event-ID', 'must be the id of an event');
  return id;
}

/** Every process reads changes at once: what is an hour old has been told, or there was nobody to tell. */
export function forgetCatalogueChanges({ pools }: Context): Promise<number> {
  return deleteOldCatalogueChanges(pools.main);
}
