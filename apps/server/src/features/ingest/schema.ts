import {
  type DerivedField,
  forFields,
  optionalTexts,
  type ReportField,
  reportFields,
  severities,
} from '@skep/vocabulary';
import Type, { type Static, type TSchema } from 'typebox';
import { EmailOrEmpty, LooseText, Nullable, StackTrace, Text } from '../../schema.ts';
import { Bug, exampleBug, exampleReport } from '../bugs/schema.ts';

const textOf = { 'loose-text': LooseText, 'email-or-empty': EmailOrEmpty, 'stack-trace': StackTrace };

function optionalTextSchema(name: (typeof optionalTexts)[number]) {
  const field = reportFields[name];
  const options = 'description' in field ? { description: field.description } : {};
  return Type.Optional(Nullable(textOf[field.format](field.maxLength, options)));
}

const { title, description, severity, extra } = reportFields;

const fields = {
  title: Text(title.maxLength),
  description: Text(description.maxLength),
  severity: Type.Optional(
    Type.Unsafe<(typeof severities)[number] | null>({
      type: ['string', 'null'],
      enum: [...severities, null],
      description: severity.description,
    }),
  ),
  ...forFields(optionalTexts, optionalTextSchema),
  extra: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: extra.description,
    }),
  ),
} satisfies Record<Exclude<ReportField, DerivedField>, TSchema>;

/** The title is part of the published OpenAPI document. */
export const NewReport = Type.Object(fields, { title: 'NewBug', examples: [exampleOfBody()] });
export type NewReport = Static<typeof NewReport>;

function exampleOfBody() {
  const { title, description, severity, url, reporter_email, extra } = exampleReport;
  return { title, description, severity, url, reporter_email, extra };
}

export const ReportReceipt = Type.Object(
  {
    ...Bug.properties,
    upload_token: Type.String({
      description: 'Send it as `X-Upload-Token` when requesting the upload URL of this report.',
    }),
  },
  { title: 'ReportReceipt', examples: [{ ...exampleBug, upload_token: '412.Zq1…' }] },
);

export const maxIdempotencyKeyLength = 200;

export const ReportHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      description: `Chosen by the sender, at most ${maxIdempotencyKeyLength} characters. A repeat within 24 hours gets the first response and stores nothing.`,
    }),
  ),
});
