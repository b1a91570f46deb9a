import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { invalidFields } from '../errors.ts';
import { formats } from './formats.ts';
import { addTextLengths } from './text-length.ts';
import { describeErrors } from './validation-messages.ts';

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  strict: false,
  useDefaults: true,
  discriminator: true,
});
for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format.test);
ajv.addFormat('date-time', true);
addTextLengths(ajv);

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'params') return (params) => ({ value: readIds(schema, params) });
  let validate: ValidateFunction | undefined;
  return (data: unknown) => {
    // It is compiled lazily, for the first request that needs it: compiling all would take a good part of the start.
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

/** Reads ids from a path. Anything else becomes the id 0, which is looked up after the body has been checked, and not found. */
function readIds(schema: TSchema, params: Record<string, string>): Record<string, unknown> {
  const properties = propertiesOf(schema);
  const entries = Object.entries(params).map(([name, text]) => {
    if (properties[name]?.type !== 'integer') return [name, text];
    const isId = /^[1-9]\d{0,15}$/.test(text) && Number(text) <= Number.MAX_SAFE_INTEGER;
    return [name, isId ? Number(text) : 0];
  });
  return Object.fromEntries(entries);
}

/** Converts what a query holds as text: digits to a number where the schema has one, and a single value to a list of one. */
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
