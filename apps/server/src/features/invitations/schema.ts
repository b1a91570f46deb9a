import Type from 'typebox';
import { Email, Id, Text, Timestamp } from '../../schema.ts';

export const Invitation = Type.Object(
  { id: Id(), team_id: Id(), email: Email(), created_at: Timestamp(), expires_at: Timestamp() },
  {
    title: 'Invitation',
    examples: [
      {
        id: 5,
        team_id: 1,
        email: 'grace@example.com',
        created_at: '2026-11-15T09:00:00.000Z',
        expires_at: '2026-11-22T09:00:00.000Z',
      },
    ],
  },
);

export const AcceptBody = Type.Object(
  { token: Text(200, { description: 'From the link in the invitation mail.' }) },
  { examples: [{ token: '5.Zq1…' }] },
);
