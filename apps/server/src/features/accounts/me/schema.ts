import { scopes } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { Id, ListOf, Nullable, OneOf, PatchOf, Text, Timestamp } from '../../../schema.ts';

const exampleMe = {
  id: 1,
  email: 'ada@example.com',
  email_verified: true,
  name: 'Ada',
  created_at: '2026-11-15T09:00:00.000Z',
};

const meFields = {
  id: Id(),
  email: Type.String(),
  email_verified: Type.Boolean({
    description: 'Whether the address is proved, by a mailed link or a provider.',
  }),
  name: Type.String(),
  created_at: Timestamp(),
};

export const Me = Type.Object(meFields, { title: 'Me', examples: [exampleMe] });

export const UpdatedMe = Type.Object(
  {
    ...meFields,
    access_token: Type.Optional(
      Type.String({ description: 'After a change of password, which ends the tokens issued before it.' }),
    ),
    token_type: Type.Optional(Type.Literal('bearer')),
  },
  { examples: [exampleMe] },
);

export const VerificationBody = Type.Object(
  { token: Text(200, { description: 'From the link in the mail.' }) },
  { examples: [{ token: '1.1795520000000.Kx0…' }] },
);

export const VerificationSent = Type.Object(
  { status: Type.Literal('accepted') },
  { examples: [{ status: 'accepted' }] },
);

const CurrentPassword = Type.String({ maxLength: 1000, format: 'loose-text' });

export const MePatch = PatchOf(
  {
    name: Text(200),
    password: Type.String({ minLength: 8, maxLength: 200, format: 'loose-text' }),
    current_password: CurrentPassword,
  },
  { examples: [{ password: 'a better horse battery', current_password: 'correct horse battery' }] },
);
export type MePatch = Static<typeof MePatch>;

const tokenFields = {
  id: Id(),
  name: Type.String(),
  scopes: Type.Array(OneOf(scopes)),
  token_prefix: Type.String({ description: 'The beginning of the token, to tell it from others.' }),
  created_at: Timestamp(),
  last_used_at: Nullable(Timestamp()),
};

const exampleToken = {
  id: 4,
  name: 'Claude',
  scopes: ['read:bugs', 'write:bugs'],
  token_prefix: 'mcp_51d0aa03',
  created_at: '2026-11-15T09:00:00.000Z',
  last_used_at: null,
};

export const McpToken = Type.Object(tokenFields, { title: 'McpToken', examples: [exampleToken] });
export const McpTokenList = ListOf(McpToken);

export const CreatedMcpToken = Type.Object(
  { ...tokenFields, token: Type.String({ description: 'The token itself, shown this once.' }) },
  { title: 'CreatedMcpToken', examples: [{ ...exampleToken, token: 'mcp_51d0aa03…' }] },
);

export const NewMcpToken = Type.Object(
  { name: Text(200), scopes: Type.Array(OneOf(scopes), { minItems: 1, uniqueItems: true }) },
  { examples: [{ name: 'Claude', scopes: ['read:bugs', 'write:bugs'] }] },
);
export type NewMcpToken = Static<typeof NewMcpToken>;
