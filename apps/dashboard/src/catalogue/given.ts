import type { Result } from '@skep/client';

/** Unwraps an API response. Throws a readable error on failure, as TanStack Query expects. */
export async function given<Data>(call: Promise<Result<Data, unknown>>): Promise<Data> {
  const result = await call;
  if (!result.ok) throw new Error(result.error.detail, { cause: result.error });
  return result.data;
}
