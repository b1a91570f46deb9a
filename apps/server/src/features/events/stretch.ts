import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { ActivityKind } from '../activity/schema.ts';
import type { ActivityRow, Position } from './queries.ts';

export type StretchRow = Omit<ActivityRow, 'changes' | 'created_at'>;

export interface Stretch {
  rows: StretchRow[];
  /** How far it goes, over what was not wanted too. */
  end: Position;
  /** Whether it was cut short. */
  isFull: boolean;
}

interface Bounds {
  after: Position;
  /** Up to now, unless it is given. */
  upTo?: Position | undefined;
}

/** Of some teams, or of one kind. */
type Wanted = ({ teamIds: number[] } | { kind: ActivityKind }) & { limit: number };

/**
 * Much of what is not wanted is passed over at once, but not so much that it takes long. The limit also makes sure that the
 * database reads from one end: asked for what is wanted alone, it may read and sort everything there is, for want of
 * better knowledge.
 */
const mostScanned = 2_000;

/** Activity after one position and up to another; in the order of queries.ts, where nothing ever turns up behind a reader. */
export async function selectStretch(db: Db, bounds: Bounds, wanted: Wanted): Promise<Stretch> {
  const { after, upTo } = bounds;
  const bound = upTo ? sql`and (xid, id) <= (${upTo.xid}::xid8, ${upTo.activity_id})` : sql``;
  const condition = 'kind' in wanted ? sql`kind = ${wanted.kind}` : sql`team_id = any(${wanted.teamIds})`;
  const { rows } = await sql<Read>`
    with scanned as materialized (
      select id, xid, team_id, project_id, bug_id, kind, actor_id, via
      from activity
      where (xid, id) > (${after.xid}::xid8, ${after.activity_id}) ${bound}
        and xid < pg_snapshot_xmin(pg_current_snapshot())
      order by xid, id limit ${mostScanned}
    ),
    wanted as (select * from scanned where ${condition} order by xid, id limit ${wanted.limit})
    select (select coalesce(json_agg(wanted order by wanted.xid, id), '[]') from wanted) as rows,
      (select json_build_object('xid', xid, 'activity_id', id) from scanned order by scanned.xid desc, id desc limit 1) as end,
      (select count(*) = ${mostScanned} from scanned) as is_scan_full`.execute(db);
  return toStretch(rows[0] as Read, bounds, wanted.limit);
}

interface Read {
  rows: StretchRow[];
  end: Position | null;
  is_scan_full: boolean;
}

/** What lies between may be gone: then it goes to its bound all the same. */
function toStretch({ rows, end, is_scan_full }: Read, { after, upTo }: Bounds, limit: number): Stretch {
  const last = rows.length === limit ? rows.at(-1) : undefined;
  if (last) return { rows, end: { xid: last.xid, activity_id: last.id }, isFull: true };
  if (is_scan_full) return { rows, end: end ?? after, isFull: true };
  return { rows, end: upTo ?? end ?? after, isFull: false };
}
