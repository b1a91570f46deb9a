import type { ErrorObject } from 'ajv';
import type { FieldError } from '../errors.ts';
import { formats } from './formats.ts';

/** Turns the validator's findings into what a person who sent the request needs to read. */
export function describeErrors(errors: ErrorObject[], part: string): FieldError[] {
  const described = errors.filter(isWorthSaying).map((error) => ({
    field: fieldName(error, part),
    message: describe(error),
  }));
  const seen = new Set<string>();
  return described.filter(({ field }) => !seen.has(field) && seen.add(field)).slice(0, 50);
}

/** The failed branches of an `anyOf` are left out, because its own error says in one sentence what they have in common. */
function isWorthSaying(error: ErrorObject): boolean {
  return !/\/anyOf\/\d+\//.test(error.schemaPath);
}

function fieldName(error: ErrorObject, part: string): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  // In a query, a list is a parameter that may be repeated: nobody has written an index.
  const given = part === 'querystring' ? path.replace(/\.\d+$/, '') : path;
  const { missingProperty, additionalProperty, tag } = error.params;
  return [given, missingProperty ?? additionalProperty ?? tag].filter(Boolean).join('.') || part;
}

type Describe = (params: Record<string, unknown>, schema: Record<string, unknown>) => string;

const descriptions: Record<string, Describe> = {
  required: () => 'is required',
  type: ({ type }) => `must be ${[type].flat().map(withArticle).join(' or ')}`,
  enum: ({ allowedValues }) =>
    `must be one of ${(allowedValues as unknown[]).filter((value) => value !== '').join(', ')}`,
  format: ({ format }) => formats[String(format)]?.message ?? 'has the wrong form',
  pattern: (_params, schema) =>
    isIdOrWord(schema) ? describeIdOrWord(schema) : String(schema.description ?? 'has the wrong form'),
  minLength: (_params, schema) => range(schema.minLength, schema.maxLength, 'characters'),
  maxLength: (_params, schema) => range(schema.minLength, schema.maxLength, 'characters'),
  minimum: (_params, schema) => range(schema.minimum, schema.maximum),
  maximum: (_params, schema) => range(schema.minimum, schema.maximum),
  minItems: (_params, schema) => range(schema.minItems, schema.maxItems, 'entries'),
  maxItems: (_params, schema) => range(schema.minItems, schema.maxItems, 'entries'),
  uniqueItems: () => 'must not hold the same entry twice',
  additionalProperties: () => 'is not a known key',
  anyOf: (_params, schema) =>
    schema.properties
      ? `must hold at least one of ${fieldsOf(schema).join(', ')}`
      : `must be ${alternativesOf(schema).join(' or ')}`,
  discriminator: ({ tag }, schema) => `must be one of ${tagsOf(schema, String(tag)).join(', ')}`,
};

/** Whether the value is an id, or one of the words that the pattern has. */
const isIdOrWord = ({ type }: Record<string, unknown>) => Array.isArray(type) && type.includes('integer');

const describeIdOrWord = ({ pattern }: Record<string, unknown>) =>
  `must be an id, ${String(pattern)
    .replaceAll(/[$()^]/g, '')
    .replaceAll('|', ' or ')}`;

function describe(error: ErrorObject): string {
  const describeKeyword = descriptions[error.keyword];
  return describeKeyword?.(error.params, error.parentSchema ?? {}) ?? error.message ?? 'is not valid';
}

function range(from: unknown, to: unknown, unit = ''): string {
  const unitText = unit && ` ${unit}`;
  if (to === Number.MAX_SAFE_INTEGER) return 'must be an id: a positive integer';
  if (to === undefined) return `must be at least ${from}${unitText}`;
  if (from === undefined) return `must be at most ${to}${unitText}`;
  return `must be ${from} to ${to}${unitText}`;
}

function withArticle(type: unknown): string {
  if (type === 'null') return 'null';
  return /^[aio]/.test(String(type)) ? `an ${type}` : `a ${type}`;
}

function fieldsOf(schema: Record<string, unknown>): string[] {
  return Object.keys((schema.properties as object | undefined) ?? {});
}

type Alternative = { type?: string; enum?: unknown[]; properties?: Record<string, Alternative> };

function alternativesOf(schema: Record<string, unknown>): unknown[] {
  const alternatives = schema.anyOf as Alternative[];
  return alternatives.flatMap(({ type, enum: values }) => values ?? (type === 'integer' ? 'an id' : type));
}

/** The values by which the shapes of an object are told apart. */
function tagsOf(schema: Record<string, unknown>, tag: string): unknown[] {
  return (schema.oneOf as Alternative[]).flatMap(({ properties }) => properties?.[tag]?.enum ?? []);
}
