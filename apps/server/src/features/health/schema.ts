import Type from 'typebox';
import { OneOf } from '../../schema.ts';

export const Health = Type.Object(
  {
    status: Type.Literal('ok'),
    version: Type.String(),
    database: Type.Literal('ok'),
    images: Type.Optional(Type.Literal('error')),
    detail: Type.Optional(Type.String()),
  },
  { title: 'Health', examples: [{ status: 'ok', version: '0.1.0', database: 'ok' }] },
);

export const Liveness = Type.Object(
  { status: Type.Literal('ok'), version: Type.String() },
  { title: 'Liveness', examples: [{ status: 'ok', version: '0.1.0' }] },
);

export const Unhealthy = Type.Object(
  {
    status: Type.Literal('error'),
    version: Type.String(),
    database: OneOf(['ok', 'error']),
    detail: Type.String(),
  },
  {
    title: 'Unhealthy',
    examples: [
      { status: 'error', version: '0.1.0', database: 'error', detail: 'The database does not respond' },
    ],
  },
);
