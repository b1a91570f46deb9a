import type { TSchema } from 'typebox';
import type { ApiError } from '../errors.ts';
import { compileValidator } from '../http/validation.ts';

type Part = 'body' | 'querystring';

/**
 * How a body or a query is refused, as an example: it is the answer to the first of a few wrong ones, and not made up. There
 * is none when nothing is wrong enough.
 */
export function refusalOf(schema: unknown, part: Part): ApiError | undefined {
  if (!schema) return undefined;
  const validate = compileValidator({ schema: schema as TSchema, httpPart: part, method: '', url: '' });
  for (const input of part === 'body' ? wrongBodies : wrongQueries(schema)) {
    const outcome = validate(input) as { error?: ApiError };
    if (outcome.error) return outcome.error;
  }
  return undefined;
}

/** The first is what a beginner sends. */
export const wrongBodies: unknown[] = [{}, []];

/** One that is wrong in a single parameter, for each of them. */
export function wrongQueries(schema: object): Record<string, string>[] {
  const names = Object.keys((schema as { properties?: object }).properties ?? {});
  const numbers = names.filter((name) => name === 'limit');
  return [...numbers, ...names].flatMap((name) => ['0', 'x', '\0'].map((value) => ({ [name]: value })));
}
