import type { ActivityKind } from '@skep/vocabulary';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import {
  type Place,
  parseSnapshot,
  placeAfterAll,
  placeAfterBegun,
  placeBefore,
  placeWithin,
  sees,
} from './place.ts';
import { type ActivityRow, numberingHere } from './queries.ts';
import { isSeenBy, restOf, unseenBy } from './unseen.ts';

export type StretchRow = Omit<ActivityRow, 'changes' | 'created_at'>;

export interface Stretch {
  rows: StretchRow[];
  /** Where a reader stands who has read the rows up to this one. */
  placeAt(row: Spot): Place;
  /** How far it goes, over what was not wanted too. */
  end: Place;
  /** Whether it was cut short. */
  isFull: boolean;
  /** What could be seen when it was read. */
  now: Place;
  /** The numbering that its transactions have; null while the database has just come from another server. */
  numbering: number | null;
}

interface Bounds {
  after: Place;
  /** No further than this place has come; up to now, unless it is given. */
  upTo?: Place | undefined;
}

/** Of some teams, or of one kind. */
type Wanted = ({ teamIds: number[] } | { kind: ActivityKind }) & { limit: number };

/**
 * Much of what is not wanted is passed over at once, but not so much that it takes long. The limit also makes sure that the
 * database reads from one end: asked for what is wanted alone, it may read and sort everything there is, for want of
 * better knowledge.
 */
const mostScanned = 2_000;

/** Activity that one place has not seen and another has. A transaction that was begun is read to its end before any other. */
export async function selectStretch(db: Db, { after, upTo }: Bounds, wanted: Wanted): Promise<Stretch> {
  const begun = after.begun && (!upTo || sees(upTo, after.begun.xid)) ? after.begun : null;
  const reach = { where: upTo ? isSeenBy(upTo) : sql`true`, limit: mostScanned };
  const read = await readActivity(db, begun ? restOf(begun, reach) : unseenBy(after, reach), wanted);
  const now = parseSnapshot(read.now);
  const wantedAll = read.rows.length < wanted.limit;
  const cut = wantedAll ? (read.isScanFull ? read.last : null) : (read.rows.at(-1) ?? null);
  const stretch = begun ? stretchOfRest(read, after, cut) : stretchOfUnseen(read, after, upTo ?? now, cut);
  const end = cut || begun || !upTo ? stretch.end : upTo;
  return { ...stretch, end, isFull: cut !== null || begun !== null, now, numbering: read.numbering };
}

interface Read {
  now: string;
  numbering: number | null;
  rows: StretchRow[];
  first: Spot | null;
  last: Spot | null;
  isScanFull: boolean;
}

interface Spot {
  xid: number;
  id: number;
}

async function readActivity(db: Db, activity: RawBuilder<unknown>, wanted: Wanted): Promise<Read> {
  const condition = 'kind' in wanted ? sql`kind = ${wanted.kind}` : sql`team_id = any(${wanted.teamIds})`;
  const { rows } = await sql<Read>`
    with scanned as materialized (
      select id, xid::text::bigint as xid, team_id, project_id, bug_id, kind, actor_id, via from ${activity} as activity
    ),
    wanted as (select * from scanned where ${condition} order by xid, id limit ${wanted.limit}),
    spots as (select xid, id from scanned)
    select pg_current_snapshot()::text as now, ${numberingHere} as numbering,
      (select coalesce(json_agg(wanted order by xid, id), '[]') from wanted) as rows,
      (select to_json(spots) from spots order by xid, id limit 1) as first,
      (select to_json(spots) from spots order by xid desc, id desc limit 1) as last,
      (select count(*) = ${mostScanned} from scanned) as "isScanFull"`.execute(db);
  return rows[0] as Read;
}

type Reading = Pick<Stretch, 'rows' | 'placeAt' | 'end'>;

function stretchOfRest({ rows }: Read, after: Place, cut: Spot | null): Reading {
  const placeAt = ({ xid, id }: Spot) => ({ ...after, begun: { xid, upTo: id } });
  return { rows, placeAt, end: cut ? placeAt(cut) : placeAfterBegun(after) };
}

/** Goes as far as whole transactions do, unless a single one is longer than that. */
function stretchOfUnseen({ rows, first, last }: Read, after: Place, now: Place, cut: Spot | null): Reading {
  const placeAt = ({ xid, id }: Spot) => placeWithin(xid, id, after, now);
  if (!cut) return { rows, placeAt, end: placeAfterAll(last?.xid ?? 0, after, now) };
  if (first?.xid === cut.xid) return { rows, placeAt, end: placeAt(cut) };
  return { rows: rows.filter(({ xid }) => xid < cut.xid), placeAt, end: placeBefore(cut.xid, after, now) };
}
