import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { invalid } from '../../errors.ts';

/**
 * How far a stream has come: a number of the sequencer. When it was given tells whether the number still means the same event:
 * after a restore or a failover that lost something, numbers are given out once more.
 */
export interface Place {
  seq: number;
  at: Date;
}

export const formatPlace = ({ seq, at }: Place) => `s${seq.toString(36)}.${at.getTime().toString(36)}`;

function parsePlace(text: string): Place | undefined {
  const [, seq, at] = /^s([0-9a-z]{1,10})\.([0-9a-z]{1,10})$/.exec(text) ?? [];
  if (seq === undefined || at === undefined) return undefined;
  const time = Number.parseInt(at, 36);
  // The range of a Date.
  return time > 8.64e15 ? undefined : { seq: Number.parseInt(seq, 36), at: new Date(time) };
}

/** The place after everything that has been numbered, and whether a former place is still one of this history. */
export async function comparePlace(db: Db, former: Place): Promise<{ last: Place; isKnown: boolean }> {
  const { rows } = await sql<Place & { is_known: boolean }>`
    select last_seq as seq, last_at as at, exists (
      select from stream_events where seq = ${former.seq} and created_at = ${former.at}
    ) as is_known
    from sequencer`.execute(db);
  const [{ is_known, ...last }] = rows as [Place & { is_known: boolean }];
  return { last, isKnown: is_known };
}

export interface Start {
  from: Place;
  now: Place;
  /** The reader may have missed events, or seen some that are gone. */
  mustReload: boolean;
}

export interface Resume {
  lastEventId?: string | undefined;
  replaySeconds?: number | undefined;
}

export async function findStart(
  db: Db,
  teamIds: number[],
  { lastEventId, replaySeconds }: Resume,
): Promise<Start> {
  const place = lastEventId
    ? (parsePlace(lastEventId) ?? (await findActivity(db, teamIds, readId(lastEventId))))
    : replaySeconds && (await findBefore(db, replaySeconds));
  const { last: now, isKnown } = await comparePlace(db, place || { seq: -1, at: new Date(0) });
  if (place && isKnown) return { from: place, now, mustReload: false };
  return { from: now, now, mustReload: Boolean(lastEventId ?? replaySeconds) };
}

/** The last place that was numbered so long ago. What has no number by then is replayed, though it may have been read already. */
async function findBefore(db: Db, seconds: number): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select seq, created_at as at from stream_events
    where created_at < now() - make_interval(secs => ${seconds}) order by seq desc limit 1`.execute(db);
  return rows[0];
}

/** Finds the place of an activity; 0 is before the first one. Looks from the newest on, as far as the reader will read. */
async function findActivity(db: Db, teamIds: number[], id: number): Promise<Place | undefined> {
  const found = sql`
    select seq, stream_events.created_at as at from unnest(${teamIds}::bigint[]) as team (id) cross join lateral (
      select seq, created_at from stream_events
      where team_id = team.id and activity_id = ${id} order by seq desc limit 1
    ) as stream_events`;
  const first = sql`select seq, created_at as at from stream_events where seq = 0`;
  const { rows } = await sql<Place>`${id === 0 ? first : found}`.execute(db);
  return rows[0];
}

function readId(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw invalid('Last-Event-ID', 'must be the id of an event');
  return id;
}
