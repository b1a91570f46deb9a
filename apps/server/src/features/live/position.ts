import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { invalid } from '../../errors.ts';

/**
 * Position of a stream: a sequence number, and when it was assigned. The time shows whether the number still means the same
 * event, because numbers are reused after a restore or a lossy failover.
 */
export interface Position {
  seq: number;
  at: Date;
}

export const formatPosition = ({ seq, at }: Position) => `s${seq.toString(36)}.${at.getTime().toString(36)}`;

function parsePosition(text: string): Position | undefined {
  const [, seq, at] = /^s([0-9a-z]{1,10})\.([0-9a-z]{1,10})$/.exec(text) ?? [];
  if (seq === undefined || at === undefined) return undefined;
  const time = Number.parseInt(at, 36);
  // Maximum time of a Date.
  return time > 8.64e15 ? undefined : { seq: Number.parseInt(seq, 36), at: new Date(time) };
}

/** The latest position, and whether a given one belongs to this history. */
export async function comparePosition(
  db: Db,
  former: Position,
): Promise<{ last: Position; isKnown: boolean }> {
  const { rows } = await sql<Position & { is_known: boolean }>`
    select last_seq as seq, last_at as at, exists (
      select from stream_events where seq = ${former.seq} and created_at = ${former.at}
    ) as is_known
    from sequencer`.execute(db);
  const [{ is_known, ...last }] = rows as [Position & { is_known: boolean }];
  return { last, isKnown: is_known };
}

export interface Start {
  from: Position;
  now: Position;
  /** The client may have missed events, or seen events that no longer exist. */
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
    ? (parsePosition(lastEventId) ?? (await findActivity(db, teamIds, readId(lastEventId))))
    : replaySeconds && (await findBefore(db, replaySeconds));
  const { last: now, isKnown } = await comparePosition(db, place || { seq: -1, at: new Date(0) });
  if (place && isKnown) return { from: place, now, mustReload: false };
  return { from: now, now, mustReload: Boolean(lastEventId ?? replaySeconds) };
}

/** The last position before that time. Events numbered later are replayed, even if the client has seen them. */
async function findBefore(db: Db, seconds: number): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select seq, created_at as at from stream_events
    where created_at < now() - make_interval(secs => ${seconds}) order by seq desc limit 1`.execute(db);
  return rows[0];
}

/** The position of an activity; 0 is before the first one. */
async function findActivity(db: Db, teamIds: number[], id: number): Promise<Position | undefined> {
  const found = sql`
    select seq, stream_events.created_at as at from unnest(${teamIds}::bigint[]) as team (id) cross join lateral (
      select seq, created_at from stream_events
      where team_id = team.id and activity_id = ${id} order by seq desc limit 1
    ) as stream_events`;
  const first = sql`select seq, created_at as at from stream_events where seq = 0`;
  const { rows } = await sql<Position>`${id === 0 ? first : found}`.execute(db);
  return rows[0];
}

function readId(text: string): number {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw invalid('Last-Event-ID', 'must be the id of an event');
  return id;
}
