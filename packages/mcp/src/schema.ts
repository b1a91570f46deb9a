import Type, { type Static, type TObject } from 'typebox';
import { Compile } from 'typebox/compile';

export const Id = (description?: string) => Type.Integer({ minimum: 1, ...(description && { description }) });

export const OneOf = <const T extends readonly string[]>(values: T, description?: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...(description && { description }) });

/**
 * Returns a function that accepts arguments of this shape, and throws for others which field is wrong and what it may be.
 * Unknown arguments are refused too, because a filter with a wrong name must not be ignored.
 */
export function readerOf<T extends TObject>(schema: T): (args: unknown) => Static<T> {
  const closed: T = { ...schema, additionalProperties: false };
  const validator = Compile(closed);
  const known = Object.keys(schema.properties).join(', ') || 'none';
  return (args) => {
    if (validator.Check(args)) return args;
    throw new BadArguments(
      validator
        .Errors(args)
        .map((error) => describe(error, known))
        .join(', '),
    );
  };
}

/** Arguments that a tool does not take. */
export class BadArguments extends Error {}

interface SchemaError {
  instancePath: string;
  message: string;
  params: object;
}

function describe({ instancePath, message, params }: SchemaError, known: string): string {
  if ('additionalProperties' in params) {
    return `${(params.additionalProperties as string[]).join(', ')}: no such argument; there are ${known}`;
  }
  const field = instancePath.slice(1).replaceAll('/', '.') || 'arguments';
  const allowed = 'allowedValues' in params ? `: ${(params.allowedValues as string[]).join(', ')}` : '';
  return `${field} ${message}${allowed}`;
}
