import Type from 'typebox';
import { Id, Nullable, OneOf, PagedListOf, Timestamp } from '../../schema.ts';

/** Everything that can happen to a bug. */
export const activityKinds = [
  'created',
  'status_changed',
  'severity_changed',
  'assigned',
  'label_added',
  'label_removed',
  'commented',
  'comment_edited',
  'comment_deleted',
  'marked_duplicate',
  'unmarked_duplicate',
  'attachment_added',
  'deleted',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** A deleted bug has no timeline that could show it. */
export type TimelineKind = Exclude<ActivityKind, 'deleted'>;
const timelineKinds = activityKinds.filter((kind): kind is TimelineKind => kind !== 'deleted');

export const Activity = Type.Object(
  {
    id: Id(),
    bug_id: Id(),
    kind: OneOf(timelineKinds),
    actor: Nullable(Type.Object({ id: Id(), name: Type.String() })),
    via: OneOf(['dashboard', 'mcp', 'api']),
    changes: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'By field: `from` and `to`, or which label or comment.',
    }),
    created_at: Timestamp(),
  },
  {
    title: 'Activity',
    examples: [
      {
        id: 2001,
        bug_id: 412,
        kind: 'status_changed',
        actor: { id: 1, name: 'Ada' },
        via: 'dashboard',
        changes: { status: { from: 'open', to: 'resolved' } },
        created_at: '2026-11-15T09:30:00.000Z',
      },
    ],
  },
);
export const ActivityList = PagedListOf(Activity);
