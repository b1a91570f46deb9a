import { ApiError } from '../errors.ts';
import type { Limit, Limiter } from './limiter.ts';

/** Counts one attempt and returns true, or returns false when there have been too many: for limits that nobody is told of. */
export async function isWithin(limiter: Limiter, limits: Limit[]): Promise<boolean> {
  try {
    await limiter.take(limits);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return false;
    throw error;
  }
}
