import Type, { type Static } from 'typebox';
import { Nullable, Timestamp } from '../../../schema.ts';
import { Usage } from '../schema.ts';

const Flow = (description: string) =>
  Type.Object(
    {
      waiting: Type.Integer({
        description: 'What is due and not yet done; 1,000 stands for any number beyond.',
      }),
      lag_seconds: Type.Integer({
        description: 'For how long the oldest of it has been due; 0 when nothing waits.',
      }),
      is_late: Type.Boolean({ description: 'Whether that is more than a minute, and somebody should look.' }),
    },
    { description },
  );

const Loop = Type.Object({
  name: Type.String(),
  last_success_at: Nullable(Timestamp()),
  failures: Type.Integer({ description: 'How often in a row it has failed since.' }),
  lag_seconds: Type.Integer(),
});

const calm = { waiting: 0, lag_seconds: 0, is_late: false };

export const Overview = Type.Object(
  {
    version: Type.String(),
    default_plan: Type.String({ description: 'The plan that new teams get.' }),
    signup: Type.String({ description: 'Who may make an account, as configured.' }),
    totals: Type.Object({ teams: Type.Integer(), users: Type.Integer(), projects: Type.Integer() }),
    usage: Usage,
    health: Type.Object({
      dispatcher: Flow('Events on their way to webhooks and mails.'),
      deliveries: Flow('Deliveries to webhooks that are due.'),
      index: Flow('New bugs on their way into the search index.'),
      counts: Flow('Changes on their way into the counts.'),
      mail: Flow('Mails that are due.'),
      jobs: Flow('All jobs that are due, mails among them.'),
    }),
    jobs_given_up: Type.Integer({
      description: 'Jobs that failed too often and wait for somebody to retry them.',
    }),
    loops: Type.Array(Loop, { description: 'What runs beside requests in the process that answers this.' }),
  },
  {
    title: 'OperatorOverview',
    examples: [
      {
        version: '0.1.0',
        default_plan: 'free',
        signup: 'open',
        totals: { teams: 3, users: 7, projects: 5 },
        usage: { month: '2026-11', stored: 240, dropped_quota: 12, dropped_blocklist: 3 },
        health: { dispatcher: calm, deliveries: calm, index: calm, counts: calm, mail: calm, jobs: calm },
        jobs_given_up: 0,
        loops: [{ name: 'jobs', last_success_at: '2026-11-15T09:00:00.000Z', failures: 0, lag_seconds: 0 }],
      },
    ],
  },
);
export type Overview = Static<typeof Overview>;
