import Type from 'typebox';
import { Id, Nullable, PagedListOf, paginationQuery } from '../../../schema.ts';

const OperatorJob = Type.Object(
  {
    id: Id(),
    kind: Type.String(),
    payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What it is about: mostly ids.',
    }),
    attempts: Type.Integer(),
    last_error: Nullable(Type.String()),
  },
  {
    title: 'OperatorJob',
    examples: [
      {
        id: 12,
        kind: 'send-invitation',
        payload: { invitation_id: 5 },
        attempts: 10,
        last_error: 'connect ECONNREFUSED 127.0.0.1:25',
      },
    ],
  },
);
export const OperatorJobList = PagedListOf(OperatorJob);

export const RetriedJobs = Type.Object(
  {
    affected: Type.Integer({ description: 'How many are tried again.' }),
    remaining: Type.Integer({ description: 'How many are left for the next call.' }),
  },
  { title: 'RetriedJobs', examples: [{ affected: 12, remaining: 0 }] },
);

export const JobsQuery = Type.Object(paginationQuery);
