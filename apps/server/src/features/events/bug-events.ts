import type { ActivityKind, EventType, Via } from '@skep/vocabulary';
import type { Topic } from '../../background/signals.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';

/** What one request did to one bug, as webhooks and mail tell it. */
export interface BugEvent {
  /** The same on every attempt to deliver it. */
  id: string;
  type: EventType;
  team_id: number;
  project_id: number;
  bug_id: number;
  actor_id: number | null;
  via: Via;
  /** Of an update: every field that it changed. */
  changes: Record<string, unknown>;
  /** Of `bug.commented`. */
  comment_id: number | null;
  created_at: Date;
  request_id: string | null;
}

/** What the sequencer has just numbered. */
export interface Batch {
  /** The numbers after `after`, up to and including `upTo`. */
  after: number;
  upTo: number;
  /** Of projects that somebody listens to: with an active webhook, or with mail to members or reporters. */
  events: BugEvent[];
  /** What to wake when the batch is committed, in all processes. */
  wakes: Set<Topic>;
}

/** Runs in the transaction that gives the numbers: what it writes is written once for each event. */
export type EventHandler<C extends Context = Context> = (trx: Trx, batch: Batch, context: C) => Promise<void>;

/** An activity of a batch. */
export interface NumberedActivity {
  id: number;
  /** The same for everything that one transaction did to one bug. */
  outbox_id: number;
  team_id: number;
  project_id: number;
  bug_id: number;
  kind: ActivityKind;
  actor_id: number | null;
  via: Via;
  changes: Record<string, unknown> | null;
  created_at: string;
  request_id: string | null;
}

const typeOfKind: Partial<Record<ActivityKind, EventType>> = {
  created: 'bug.created',
  commented: 'bug.commented',
  status_changed: 'bug.updated',
  severity_changed: 'bug.updated',
  title_changed: 'bug.updated',
  assigned: 'bug.updated',
  label_added: 'bug.updated',
  label_removed: 'bug.updated',
  marked_duplicate: 'bug.updated',
  unmarked_duplicate: 'bug.updated',
};

/** One event for each bug that a transaction changed, whatever number of its fields. */
export function foldIntoBugEvents(rows: NumberedActivity[]): BugEvent[] {
  const events = new Map<string, BugEvent>();
  for (const { id, outbox_id, kind, changes, created_at, ...row } of rows) {
    const type = typeOfKind[kind];
    if (!type) continue;
    const key = `${outbox_id} ${type}`;
    const event = events.get(key) ?? {
      id: `evt_${id}`,
      type,
      ...row,
      changes: {},
      comment_id: null,
      created_at: new Date(created_at),
    };
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
function addChanges(
  all: BugEvent['changes'],
  kind: ActivityKind,
  changes: NumberedActivity['changes'],
): void {
  if (kind !== 'label_added' && kind !== 'label_removed') {
    Object.assign(all, changes);
    return;
  }
  const labels = (all.labels ?? { added: [], removed: [] }) as Record<'added' | 'removed', Label[]>;
  labels[kind === 'label_added' ? 'added' : 'removed'].push((changes as { label: Label }).label);
  all.labels = labels;
}
