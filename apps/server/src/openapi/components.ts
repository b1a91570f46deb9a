import { nameOfWords } from './vocabulary.ts';

export type Json = { [key: string]: unknown };

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Moves schemas with a title, and words with a name, to `components`, and refers to them elsewhere: generated clients take
 * the names of their types from there.
 */
export function nameSchemas<T>(part: T, schemas: Json): T {
  return hoist(part, schemas) as T;
}

/** What is not a schema, but may look like one. */
const values = ['example', 'examples', 'default', 'const', 'enum'];

function hoist(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((entry) => hoist(entry, schemas));
  if (!isJson(value)) return value;
  const entries = Object.entries(value).map(([key, entry]) => [
    key,
    values.includes(key) && !isProperties(value) ? entry : hoist(entry, schemas),
  ]);
  const schema = plain(Object.fromEntries(entries));
  if (Array.isArray(schema.enum)) return withNamedWords(schema, schema.enum, schemas);
  if (typeof schema.title !== 'string' || schema.type === undefined) return schema;
  // A description says what the schema means in this one place, where the response has copied it already.
  const { title, description, ...named } = schema;
  const types = [schema.type].flat();
  const type = types.find((one) => one !== 'null');
  schemas[schema.title] = { title, ...named, type };
  const reference = refer(schema.title);
  return types.includes('null') ? { description, anyOf: [reference, { type: 'null' }] } : reference;
}

/** Whether these are fields of an object, which may have any name. */
const isProperties = (value: Json) => Object.values(value).every(isJson);

function withNamedWords(schema: Json, all: unknown[], schemas: Json): unknown {
  const words = all.filter((word) => word !== null);
  const name = nameOfWords(words);
  if (!name) return schema;
  const { type, enum: _, title, ...rest } = schema;
  schemas[name] = { title: name, type: 'string', enum: words };
  const isNullable = Array.isArray(type) && type.includes('null');
  return isNullable ? { ...rest, anyOf: [refer(name), { type: 'null' }] } : { ...rest, ...refer(name) };
}

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Says in the words that generators understand what our validator is told in others. */
function plain(schema: Json): Json {
  const { discriminator, ...rest } = schema;
  const alternatives = schema.anyOf;
  const isPatch =
    Array.isArray(alternatives) &&
    alternatives.every((one) => isJson(one) && 'required' in one && !('type' in one));
  if (!isPatch) return isJson(discriminator) && 'propertyName' in discriminator ? rest : schema;
  const { anyOf, ...patch } = rest;
  return { ...patch, minProperties: 1 };
}
