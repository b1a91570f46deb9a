import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import Type, { type Static, type TObject } from 'typebox';
import { Compile } from 'typebox/compile';

export const Id = (description?: string) => Type.Integer({ minimum: 1, ...(description && { description }) });

export const OneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description && { description }) });

/**
 * A schema as the protocol's library takes it, with messages that name the field and what it may be. A closed one refuses
 * what it does not know: a filter with a wrong name must not be ignored.
 */
export function toStandardSchema<T extends TObject>(
  schema: T,
  { closed = false } = {},
): StandardSchemaWithJSON<Static<T>> {
  const validator = Compile(closed ? { ...schema, additionalProperties: false } : schema);
  const known = Object.keys(schema.properties).join(', ') || 'none';
  const json = () => schema as unknown as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'skep',
      jsonSchema: { input: json, output: json },
      validate: (value) =>
        validator.Check(value)
          ? { value: value as Static<T> }
          : { issues: validator.Errors(value).map((error) => ({ message: describe(error, known) })) },
    },
  };
}

interface Finding {
  instancePath: string;
  message: string;
  params: object;
}

function describe({ instancePath, message, params }: Finding, known: string): string {
  if ('additionalProperties' in params) {
    return `${(params.additionalProperties as string[]).join(', ')}: no such argument; there are ${known}`;
  }
  const field = instancePath.slice(1).replaceAll('/', '.') || 'arguments';
  const allowed = 'allowedValues' in params ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
  return `${field} ${message}${allowed}`;
}
