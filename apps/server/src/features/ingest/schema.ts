import { severities } from '@skep/vocabulary';
import Type, { type Static } from 'typebox';
import { LooseText, Nullable, Text } from '../../schema.ts';

const Free = (maxLength: number, description?: string) =>
  Type.Optional(Nullable(LooseText(maxLength, description ? { description } : {})));

export const NewBug = Type.Object(
  {
    title: Text(500),
    description: Text(10_000),
    severity: Type.Optional(
      Type.Unsafe<(typeof severities)[number] | null>({
        type: ['string', 'null'],
        enum: [...severities, null],
        description: '`medium` when it is left out.',
      }),
    ),
    environment: Free(1_000),
    app_version: Free(1_000),
    stack_trace: Type.Optional(
      Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'stack-trace',
        maxLength: 51_200,
        description: 'At most 51,200 bytes of UTF-8; stored as given.',
      }),
    ),
    url: Free(8_192, 'The page that the report came from.'),
    user_agent: Free(2_000, "The request's User-Agent header when it is left out."),
    reporter_email: Type.Optional(
      Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'email-or-empty', maxLength: 254 }),
    ),
    reporter_identifier: Free(1_000),
    extra: Type.Optional(
      Type.Unsafe<Record<string, unknown> | null>({
        type: ['object', 'null'],
        description: 'Any JSON object of up to 64 KiB and 100 levels, kept verbatim.',
      }),
    ),
  },
  {
    title: 'NewBug',
    examples: [
      {
        title: 'Checkout button does nothing',
        description: 'I press "Pay" and nothing happens.',
        severity: 'high',
        url: 'https://shop.example.com/checkout',
        reporter_email: 'visitor@example.com',
        extra: { cart: 3 },
      },
    ],
  },
);
export type NewBug = Static<typeof NewBug>;
