import { delayAfter } from '../../../background/backoff.ts';

const minute = 60;
const hour = 60 * minute;

/** Seconds; there is no attempt after the last of them. */
const backoff = {
  delays: [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
  spread: 0.2,
};
const longest = 24 * hour;

/**
 * Seconds until the next attempt, after so many that failed; null when it is time to give up. A target that asks for more
 * time gets it, up to a day.
 */
export function secondsToNextAttempt(attempts: number, retryAfter: number | null): number | null {
  if (attempts > backoff.delays.length) return null;
  return Math.max(delayAfter(backoff, attempts), Math.min(retryAfter ?? 0, longest));
}

/**
 * How long it is to the next attempt at most: after none, the first, the second, and so on; and after answers with which a target
 * can ask for more time.
 */
export const longestWaits = {
  usual: [0, ...backoff.delays.map((delay) => delay * (1 + backoff.spread))],
  asked: longest * (1 + backoff.spread),
};

/** The answers with which a target can say how long to wait (RFC 9110, RFC 6585). */
export const askingForTime = [413, 429, 503];

/** The header `Retry-After` in seconds: a number, or a date. Null when it is neither. */
export function readRetryAfter(value: string | undefined): number | null {
  if (value === undefined) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, (date - Date.now()) / 1000);
}
