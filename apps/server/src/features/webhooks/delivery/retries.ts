import { jitter } from '../../../background/loop.ts';

const minute = 60;
const hour = 60 * minute;

/** Seconds; there is no attempt after the last of them. */
const delays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/**
 * Seconds until the next attempt, after so many that failed; null when it is time to give up. A target that asks for more
 * time gets it, up to a day.
 */
export function secondsToNextAttempt(attempts: number, retryAfter: number | null): number | null {
  const delay = delays[attempts - 1];
  if (delay === undefined) return null;
  return Math.max(jitter(delay), Math.min(retryAfter ?? 0, 24 * hour));
}

/** The answers with which a target can say how long to wait (RFC 9110, RFC 6585). */
export const askingForTime = [413, 429, 503];

/** The header `Retry-After` in seconds: a number, or a date. Null when it is neither. */
export function readRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}
