import { activityKinds, catalogueParts, viaValues } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, Timestamp } from '../../schema.ts';
import { Activity } from '../activity/schema.ts';
import { BugListItem } from '../bugs/read.ts';

export const LiveHeaders = Type.Object({
  'Last-Event-ID': Type.Optional(
    Type.String({
      description: 'The `id` of the last event received. The stream resumes after it.',
    }),
  ),
});

export const LiveQuery = Type.Object({
  team_id: Type.Optional(Id({ description: 'Only this team. Defaults to all teams of the user.' })),
  replay_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60,
      description:
        'Replays events of the last so many seconds, including catalogue events, so that a client that has just loaded ' +
        'everything misses nothing. Ignored with `Last-Event-ID`.',
    }),
  ),
});

const example = {
  activity_id: 9081,
  bug_id: 412,
  project_id: 3,
  team_id: 1,
  kind: 'severity_changed',
  actor: { id: 7, name: 'Ada' },
  via: 'dashboard',
  changes: { severity: { from: 'medium', to: 'high' } },
  created_at: '2026-11-15T09:30:00.000Z',
  bug: (BugListItem as { examples?: unknown[] }).examples?.[0],
  revision: 1,
};

export const LiveEvent = Type.Object(
  {
    activity_id: Id(),
    bug_id: Id(),
    project_id: Id(),
    team_id: Id(),
    kind: OneOf(activityKinds),
    actor: Nullable(Type.Object({ id: Id(), name: Type.String() })),
    via: OneOf(viaValues),
    changes: Activity.properties.changes,
    created_at: Timestamp(),
    bug: Type.Unsafe<Static<typeof BugListItem> | null>({
      anyOf: [BugListItem, { type: 'null' }],
      description: 'Current state of the bug; null if it was deleted.',
    }),
    revision: Nullable(Type.Integer({ description: 'Revision of `bug`.' })),
  },
  { title: 'LiveEvent', examples: [example] },
);
export type LiveEvent = Static<typeof LiveEvent>;

const catalogueExample = { team_id: 1, what: 'labels' };

export const CatalogueEvent = Type.Object(
  {
    team_id: Id(),
    what: OneOf(catalogueParts, {
      description:
        'What has changed and should be reloaded. API keys and blocklists count as `projects`, invitations as `members`. ' +
        '`views` events are sent to their owner only.',
    }),
  },
  { title: 'CatalogueEvent', examples: [catalogueExample] },
);
export type CatalogueEvent = Static<typeof CatalogueEvent>;

export const EventStream = {
  description: 'A stream of events',
  content: {
    'text/event-stream': {
      schema: {
        type: 'string',
        contentMediaType: 'text/event-stream',
        contentSchema: { anyOf: [LiveEvent, CatalogueEvent] },
      },
      example: [
        `id: s70t.mi03zk00\nevent: severity_changed\ndata: ${JSON.stringify(example)}\n\n`,
        `event: catalogue\ndata: ${JSON.stringify(catalogueExample)}\n\n`,
      ].join(''),
    },
  },
};
