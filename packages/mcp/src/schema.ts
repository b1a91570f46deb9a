import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

export const Id = (description?: string) => Type.Integer({ minimum: 1, ...(description && { description }) });

export const OneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description && { description }) });

/** A schema as the protocol's library takes it, with messages that name the field and what it may be. */
export function toStandardSchema<T extends TSchema>(schema: T): StandardSchemaWithJSON<Static<T>> {
  const validator = Compile(schema);
  const json = () => schema as unknown as Record<string, unknown>;
  return {
    '~standard': {
      version: 1,
      vendor: 'skep',
      jsonSchema: { input: json, output: json },
      validate: (value) =>
        validator.Check(value)
          ? { value: value as Static<T> }
          : { issues: validator.Errors(value).map((error) => ({ message: describe(error) })) },
    },
  };
}

interface Finding {
  instancePath: string;
  message: string;
  params: object;
}

function describe({ instancePath, message, params }: Finding): string {
  const field = instancePath.slice(1).replaceAll('/', '.') || 'arguments';
  const allowed = 'allowedValues' in params ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
  return `${field} ${message}${allowed}`;
}
