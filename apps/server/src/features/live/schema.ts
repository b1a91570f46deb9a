import { activityKinds, catalogueParts, viaValues } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, Nullable, OneOf, Timestamp } from '../../schema.ts';
import { Activity } from '../activity/schema.ts';
import { BugListItem } from '../bugs/read.ts';

export const LiveHeaders = Type.Object({
  'Last-Event-ID': Type.Optional(
    Type.String({
      description: 'The `id` of the last event that was read: goes on after it.',
    }),
  ),
});

export const LiveQuery = Type.Object({
  team_id: Type.Optional(Id({ description: 'One team; without it, all teams of the user.' })),
  replay_seconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60,
      description:
        'Begins with what happened in the last so many seconds, catalogues included: a client that has just read ' +
        'everything misses nothing and need not read it again. Ignored with `Last-Event-ID`.',
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
      description: 'As it is when this is sent; null when it has been deleted.',
    }),
    revision: Nullable(Type.Integer({ description: 'That of `bug`.' })),
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
        'What has changed, and is to be read again. Keys and blocklists count as `projects`, invitations as `members`. ' +
        "`views` are the reader's own; nobody else is told.",
    }),
  },
  { title: 'CatalogueEvent', examples: [catalogueExample] },
);
export type CatalogueEvent = Static<typeof CatalogueEvent>;

export const EventStream = {
  description: 'Events, for as long as the connection lasts',
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
