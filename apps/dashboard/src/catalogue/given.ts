import type { Result } from '@skep/client';

/** The answer of a call; a refusal is thrown with a sentence for people, as TanStack Query expects. */
export async function given<Data>(call: Promise<Result<Data, unknown>>): Promise<Data> {
  const result = await call;
  if (!result.ok) throw new Error(result.error.detail, { cause: result.error });
  return result.data;
}
