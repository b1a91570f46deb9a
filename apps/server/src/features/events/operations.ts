import type { ActivityKind, EventType } from '@skep/vocabulary';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';
import { type Consumer, consumeOutbox } from './outbox/operations.ts';
import type { ActivityRow } from './outbox/queries/activity.ts';
import { readWholeTransactions } from './outbox/reader.ts';
import { renumberAfterMove } from './renumber/operations.ts';

/** What one request did to one bug, as the outside is told. */
export interface BugEvent {
  /** The same on every attempt to deliver it. */
  id: string;
  type: EventType;
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
  request_id: string | null;
}

/** Takes note of events in the transaction that moves the cursor: what it writes there is written once for each event. */
export type EventHandler<C extends Context = Context> = (
  trx: Trx,
  events: BugEvent[],
  context: C,
) => Promise<void>;

const atOnce = 2_000;

/** Of projects that nobody listens to, activity need not be handed on. */
const wanted = { isListenedTo: true, limit: atOnce } as const;

/** Hands on what has happened since the last time; says whether there may be more. */
export async function dispatchEvents<C extends Context>(
  context: C,
  handlers: EventHandler<C>[],
): Promise<boolean> {
  const { main: db } = context.pools;
  const consumer: Consumer = {
    cursor: 'event_cursor',
    read: (trx, after) => readWholeTransactions(trx, after, wanted),
    async handle(trx, rows) {
      const events = foldIntoBugEvents(rows);
      if (events.length > 0) for (const handle of handlers) await handle(trx, events, context);
    },
  };
  const { count, isFull, isMoved } = await consumeOutbox(db, consumer);
  if (isMoved) await renumberAfterMove(db, context.log);
  return count > 0 || isFull;
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
function foldIntoBugEvents(rows: ActivityRow[]): BugEvent[] {
  const events = new Map<string, BugEvent>();
  for (const { id, xid, kind, changes, ...row } of rows) {
    const type = typeOfKind[kind];
    if (!type) continue;
    const key = `${xid} ${row.bug_id} ${type}`;
    const event = events.get(key) ?? newEvent(id, type, row);
    if (type === 'bug.updated') addChanges(event.changes, kind, changes);
    if (type === 'bug.commented') event.comment_id = (changes as { comment: { id: number } }).comment.id;
    events.set(key, event);
  }
  return [...events.values()];
}

interface Label {
  id: number;
  name: string;
}

/** A bug can get and lose several labels at once, but each of its other fields changes once. */
function addChanges(all: BugEvent['changes'], kind: ActivityKind, changes: ActivityRow['changes']): void {
  if (kind !== 'label_added' && kind !== 'label_removed') {
    Object.assign(all, changes);
    return;
  }
  const labels = (all.labels ?? { added: [], removed: [] }) as Record<'added' | 'removed', Label[]>;
  labels[kind === 'label_added' ? 'added' : 'removed'].push((changes as { label: Label }).label);
  all.labels = labels;
}

function newEvent(
  activityId: number,
  type: BugEvent['type'],
  row: Omit<ActivityRow, 'id' | 'xid' | 'kind' | 'changes'>,
): BugEvent {
  return { id: `evt_${activityId}`, type, ...row, changes: {}, comment_id: null };
}
