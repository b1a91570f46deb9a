import Type, { type Static } from 'typebox';
import { Email, Id, Nullable, Text, Timestamp } from '../../schema.ts';

export const Invitation = Type.Object(
  {
    id: Id(),
    team_id: Id(),
    email: Email(),
    link: Nullable(
      Type.String({
        description:
          'Link to share if email is not configured; otherwise null. It does not verify an address.',
      }),
    ),
    created_at: Timestamp(),
    expires_at: Timestamp(),
  },
  {
    title: 'Invitation',
    examples: [
      {
        id: 5,
        team_id: 1,
        email: 'grace@example.com',
        link: null,
        created_at: '2026-11-15T09:00:00.000Z',
        expires_at: '2026-11-22T09:00:00.000Z',
      },
    ],
  },
);

export const OwnInvitation = Type.Object(
  {
    id: Id(),
    team: Type.Object({ id: Id(), name: Type.String() }),
    invited_by: Nullable(
      Type.String({ description: 'Name of the inviter; null if the account was deleted.' }),
    ),
    created_at: Timestamp(),
    expires_at: Timestamp(),
  },
  {
    title: 'OwnInvitation',
    examples: [
      {
        id: 5,
        team: { id: 1, name: 'Bees' },
        invited_by: 'Ada',
        created_at: '2026-11-15T09:00:00.000Z',
        expires_at: '2026-11-22T09:00:00.000Z',
      },
    ],
  },
);

export const AcceptBody = Type.Object(
  { token: Text(200, { description: 'Token from the invitation link.' }) },
  { title: 'InvitationAcceptance', examples: [{ token: '5.Zq1…' }] },
);

export const InvitationPreview = Type.Object(
  {
    team: Type.Object({ name: Type.String() }),
    invited_by: Nullable(
      Type.String({ description: 'Name of the inviter; null if the account was deleted.' }),
    ),
    email: Type.String(),
    expires_at: Timestamp(),
  },
  {
    title: 'InvitationPreview',
    examples: [
      {
        team: { name: 'Bees' },
        invited_by: 'Ada',
        email: 'grace@example.com',
        expires_at: '2026-11-22T09:00:00.000Z',
      },
    ],
  },
);
export type InvitationPreview = Static<typeof InvitationPreview>;

export const NewMember = Type.Object(
  { email: Email() },
  { title: 'NewMember', examples: [{ email: 'grace@example.com' }] },
);

export const Invited = Type.Object(
  { status: Type.Literal('invited'), email: Type.String() },
  { title: 'Invited', examples: [{ status: 'invited', email: 'grace@example.com' }] },
);
