import { ApiError } from '../errors.ts';
import type { Limit, Limiter } from './limiter.ts';

/** For limits that nobody is told of: counts one attempt, or says that there have been too many. */
export async function isWithin(limiter: Limiter, limits: Limit[]): Promise<boolean> {
  try {
    await limiter.take(limits);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return false;
    throw error;
  }
}
