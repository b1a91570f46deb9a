import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ActivityKind } from '../activity/schema.ts';
import {
  type ActivityRow,
  isSomethingNew,
  listProjectsWithListeners,
  lockCursor,
  moveCursor,
  type Position,
  selectActivityBetween,
  selectEndPosition,
} from './queries.ts';

/** What one request did to one bug, as the outside is told. */
export interface BugEvent {
  /** The same on every attempt to deliver it. */
  id: string;
  type: 'bug.created' | 'bug.updated' | 'bug.commented';
  team_id: number;
  project_id: number;
  bug_id: number;
  actor_id: number | null;
  via: ActivityRow['via'];
  /** Of an update: every field that it changed. */
  changes: Record<string, unknown>;
  /** Of `bug.commented`. */
  comment_id: number | null;
  created_at: Date;
}

/** Takes note of events in the transaction that moves the cursor: what it writes there is written once for each event. */
export type EventHandler = (trx: Trx, events: BugEvent[], context: Context) => Promise<void>;

/** More than one transaction can write: what one request did to a bug is never handed on in two parts. */
const atOnce = 2_000;

/** Hands on what has happened since the last time, from whichever process comes first; says how much that was. */
export async function dispatchEvents(context: Context, handlers: EventHandler[]): Promise<number> {
  if (!(await isSomethingNew(context.db))) return 0;
  return inTransaction(context.db, async (trx) => {
    const after = await lockCursor(trx);
    if (!after) return 0;
    const upTo = await selectEndPosition(trx);
    // After that: who begins to listen in between must not miss what happened in between.
    const projectIds = await listProjectsWithListeners(trx);
    const found = await selectActivityBetween(trx, { after, upTo, projectIds, limit: atOnce });
    const rows = found.length < atOnce ? found : wholeTransactions(found);
    const events = toEvents(rows);
    if (events.length > 0) for (const handle of handlers) await handle(trx, events, context);
    await moveCursor(trx, found.length < atOnce ? upTo : positionOf(rows.at(-1) as ActivityRow));
    return rows.length;
  });
}

const positionOf = ({ xid, id }: ActivityRow): Position => ({ xid, activity_id: id });

/** Without the last transaction, the rest of which may have been cut off. */
function wholeTransactions(rows: ActivityRow[]): ActivityRow[] {
  const lastXid = rows.at(-1)?.xid;
  const whole = rows.filter(({ xid }) => xid !== lastXid);
  return whole.length > 0 ? whole : rows;
}

const typeOfKind: Partial<Record<ActivityKind, BugEvent['type']>> = {
  created: 'bug.created',
  commented: 'bug.commented',
  status_changed: 'bug.updated',
  severity_changed: 'bug.updated',
  assigned: 'bug.updated',
  label_added: 'bug.updated',
  label_removed: 'bug.updated',
  marked_duplicate: 'bug.updated',
  unmarked_duplicate: 'bug.updated',
};

/** One event for each bug that a transaction changed, whatever number of its fields. */
function toEvents(rows: ActivityRow[]): BugEvent[] {
  const events = new Map<string, BugEvent>();
  for (const { id, xid, kind, changes, ...row } of rows) {
    const type = typeOfKind[kind];
    if (!type) continue;
    const key = `${xid} ${row.bug_id} ${type}`;
    const event = events.get(key) ?? newEvent(id, type, row);
    if (type === 'bug.updated') Object.assign(event.changes, changes);
    if (type === 'bug.commented') event.comment_id = (changes as { comment: { id: number } }).comment.id;
    events.set(key, event);
  }
  return [...events.values()];
}

function newEvent(
  activityId: number,
  type: BugEvent['type'],
  row: Omit<ActivityRow, 'id' | 'xid' | 'kind' | 'changes'>,
): BugEvent {
  return { id: `evt_${activityId}`, type, ...row, changes: {}, comment_id: null };
}
