import { plans } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, ListOf, OneOf, PatchOf, Text, Timestamp } from '../../schema.ts';

const Slug = Type.String({
  pattern: '^[a-z0-9-]{2,50}$',
  description: 'must be 2 to 50 characters of a-z, 0-9 and -',
});

export const Team = Type.Object(
  { id: Id(), name: Type.String(), slug: Type.String(), plan: OneOf(plans), created_at: Timestamp() },
  {
    title: 'Team',
    examples: [{ id: 1, name: 'Bees', slug: 'bees', plan: 'free', created_at: '2026-11-15T09:00:00.000Z' }],
  },
);
export const TeamList = ListOf(Team);

export const NewTeam = Type.Object(
  { name: Text(200), slug: Type.Optional(Slug) },
  { title: 'NewTeam', examples: [{ name: 'Bees', slug: 'bees' }] },
);
export type NewTeam = Static<typeof NewTeam>;

export const TeamPatch = PatchOf(
  { name: Text(200), slug: Slug },
  { title: 'TeamPatch', examples: [{ name: 'Busy bees' }] },
);
export type TeamPatch = Static<typeof TeamPatch>;

export const Member = Type.Object(
  { id: Id(), name: Type.String(), email: Type.String(), joined_at: Timestamp() },
  {
    title: 'Member',
    examples: [{ id: 2, name: 'Grace', email: 'grace@example.com', joined_at: '2026-11-15T09:00:00.000Z' }],
  },
);
export const MemberList = ListOf(Member);
