import { retryAfterOf } from './result.ts';
import { backoff, wait } from './wait.ts';

export interface RetryPolicy {
  /** How often a request is sent at most. */
  attempts: number;
  /** The longest pause that is waited for. When the service asks for a longer one, its answer is handed on instead. */
  longestWaitMs: number;
  /** The longest pause after the first failure; it doubles with each. */
  baseMs: number;
}

export const defaultRetries: RetryPolicy = { attempts: 4, longestWaitMs: 30_000, baseMs: 300 };

/** Statuses that say "later". The service has done nothing then. */
const later = [429, 503];

/** By HTTP, doing these twice is like doing them once. */
const idempotentMethods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'];

const isRepeatable = ({ method, headers }: Request) =>
  idempotentMethods.includes(method) || headers.has('idempotency-key');

/**
 * Sends a request until it gets an answer other than "later". Only what may be done twice is repeated; what else fails is
 * the caller's to decide.
 */
export async function sendWithRetries(
  request: Request,
  send: (request: Request) => Promise<Response>,
  policy: RetryPolicy,
): Promise<Response> {
  const attempts = isRepeatable(request) ? policy.attempts : 1;
  for (let attempt = 1; attempt < attempts; attempt++) {
    const pause = backoff(attempt - 1, policy.baseMs, policy.longestWaitMs);
    // The body of a request can be read once, so a copy is sent for as long as another attempt may follow.
    const response = await send(request.clone()).catch((error) => {
      if (request.signal.aborted) throw error;
    });
    if (!response) {
      await wait(pause, request.signal);
      continue;
    }
    if (!later.includes(response.status)) return response;
    const askedForMs = (retryAfterOf(response.headers) ?? 0) * 1000;
    if (askedForMs > policy.longestWaitMs) return response;
    await response.body?.cancel();
    await wait(askedForMs + pause, request.signal);
  }
  return send(request);
}
