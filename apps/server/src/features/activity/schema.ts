import { timelineKinds, viaValues } from '@skep/vocabulary';
import Type from 'typebox';
import { Id, Nullable, OneOf, PagedListOf, Timestamp } from '../../schema.ts';

export const Activity = Type.Object(
  {
    id: Id(),
    bug_id: Id(),
    kind: OneOf(timelineKinds),
    actor: Nullable(Type.Object({ id: Id(), name: Type.String() })),
    via: OneOf(viaValues),
    changes: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: '`from` and `to` per field, or the label or comment.',
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
