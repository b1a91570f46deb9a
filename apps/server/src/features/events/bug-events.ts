import type { ActivityKind, EventType, Via } from '@skep/vocabulary';
import type { Topic } from '../../background/signals.ts';
import type { Context } from '../../context.ts';
import type { Trx } from '../../db/connection.ts';

/** What one request did to one bug, for webhooks and email. */
export interface BugEvent {
  /** The same on every delivery attempt. */
  id: string;
  type: EventType;
  team_id: number;
  project_id: number;
  bug_id: number;
  actor_id: number | null;
  via: Via;
  /** For updates: all changed fields. */
  changes: Record<string, unknown>;
  /** For `bug.commented`. */
  comment_id: number | null;
  created_at: Date;
  request_id: string | null;
}

/** A numbered batch. */
export interface Batch {
  /** Sequence numbers in (`after`, `upTo`]. */
  after: number;
  upTo: number;
  /** Events of projects with an active webhook or email notifications. */
  events: BugEvent[];
  /** Signals to send on commit, to all processes. */
  wakes: Set<Topic>;
}

/** Runs in the sequencer's transaction, so it handles each event exactly once. */
export type EventHandler<C extends Context = Context> = (trx: Trx, batch: Batch, context: C) => Promise<void>;

export interface NumberedActivity {
  id: number;
  /** Equal for everything one transaction did to one bug. */
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

/** One event per bug and transaction, however many fields changed. */
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

/** Several labels can change at once; every other field changes once. */
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
