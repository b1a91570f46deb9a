import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { type FieldError, invalidFields } from '../errors.ts';
import { formats } from './formats.ts';

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  useDefaults: true,
  discriminator: true,
});
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.test);
ajv.addFormat('date-time', true);

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'params') return (params) => ({ value: readIds(schema, params) });
  let validate: ValidateFunction | undefined;
  return (data: unknown) => {
    // Compiled lazily: compiling all schemas would slow down the start.
    validate ??= ajv.compile(schema);
    const value = httpPart === 'querystring' ? readQuery(schema, data as Query) : data;
    if (validate(value)) return { value };
    return { error: invalidFields(describeErrors(validate.errors ?? [], httpPart ?? 'body')) };
  };
};

type Property = { type?: string | string[]; items?: { type?: string } };
type Properties = Record<string, Property>;
type Query = Record<string, string | string[]>;

const propertiesOf = (schema: TSchema) => (schema as { properties?: Properties }).properties ?? {};

/** Invalid ids become 0, which is not found, but only after the body was validated. */
function readIds(schema: TSchema, params: Record<string, string>): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const entries = Object.entries(params).map(([name, text]) => {
    if (properties[name]?.type !== 'integer') return [name, text];
    const isId = /^[1-9]\d{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER;
    return [name, isId ? Number(text) : 0];
  });
  return Object.fromEntries(entries);
}

/** Converts digits to numbers and single values to lists, as the schema requires. */
function readQuery(schema: TSchema, query: Query): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const entries = Object.entries(query).map(([name, given]) => {
    const property = properties[name];
    if (isInteger(property)) return [name, toInteger(given)];
    if (property?.type !== 'array') return [name, given];
    const list = [given].flat();
    return [name, property.items?.type === 'integer' ? list.map(toInteger) : list];
  });
  return Object.fromEntries(entries);
}

const isInteger = (property?: Property) => [property?.type].flat().includes('integer');

function toInteger(text: string | string[]): unknown {
  return typeof text === 'string' && /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
}

function describeErrors(errors: ErrorObject[], part: string): FieldError[] {
  const described = errors.filter(isReported).map((error) => ({
    field: fieldName(error, part),
    message: describe(error),
  }));
  const seen = new Set<string>();
  return described.filter(({ field }) => !seen.has(field) && seen.add(field)).slice(0, 50);
}

/** Skips the failed branches of an `anyOf`: its own error summarizes them. */
function isReported(error: ErrorObject): boolean {
  return !/\/anyOf\/\d+\//.test(error.schemaPath);
}

function fieldName(error: ErrorObject, part: string): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
  // In a query, a list is a repeated parameter without an index.
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
  format: ({ format }) => formats[String(format)]?.message ?? 'has an invalid format',
  pattern: (_params, schema) =>
    isIdOrWord(schema) ? describeIdOrWord(schema) : String(schema.description ?? 'has an invalid format'),
  minLength: (_params, schema) => range(schema.minLength, schema.maxLength, 'characters'),
  maxLength: (_params, schema) => range(schema.minLength, schema.maxLength, 'characters'),
  minimum: (_params, schema) => range(schema.minimum, schema.maximum),
  maximum: (_params, schema) => range(schema.minimum, schema.maximum),
  minItems: (_params, schema) => range(schema.minItems, schema.maxItems, 'entries'),
  maxItems: (_params, schema) => range(schema.minItems, schema.maxItems, 'entries'),
  uniqueItems: () => 'must not contain duplicates',
  additionalProperties: () => 'is not a known key',
  anyOf: (_params, schema) =>
    schema.properties
      ? `must contain at least one of ${fieldsOf(schema).join(', ')}`
      : `must be ${alternativesOf(schema).join(' or ')}`,
  discriminator: ({ tag }, schema) => `must be one of ${tagsOf(schema, String(tag)).join(', ')}`,
};

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

function tagsOf(schema: Record<string, unknown>, tag: string): unknown[] {
  return (schema.oneOf as Alternative[]).flatMap(({ properties }) => properties?.[tag]?.enum ?? []);
}
