import { severities, statuses } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, OneOf, PatchOf } from '../../../schema.ts';

export const Assignment = Type.Unsafe<number | 'me' | null>({
  anyOf: [Id(), { type: 'string', enum: ['me'] }, { type: 'null' }],
  description: 'A member of the team, `me`, or null for nobody.',
});

export const BugPatch = PatchOf(
  { status: OneOf(statuses), severity: OneOf(severities), assignee_id: Assignment },
  { title: 'BugPatch', examples: [{ status: 'in_progress', assignee_id: 'me' }] },
);
export type BugPatch = Static<typeof BugPatch>;
