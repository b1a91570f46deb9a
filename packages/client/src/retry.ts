import { retryAfterOf } from './result.ts';

export interface RetryPolicy {
  attempts: number;
  /** The longest pause that is waited for. When the service asks for a longer one, its answer is handed on instead. */
  longestWaitMs: number;
  /** The longest pause after the first failure; it doubles with each. */
  baseMs: number;
}

export const defaultRetries: RetryPolicy = { attempts: 4, longestWaitMs: 30_000, baseMs: 300 };

/** Statuses with which the service has done nothing. */
const later = [429, 503];

const isRepeatable = ({ method, headers }: Request) =>
  ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'].includes(method) || headers.has('idempotency-key');

/** Sends a request until it gets an answer other than "later". Only what may be done twice is repeated. */
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

/** Waits, unless the signal ends it: then it throws the signal's reason. */
export function wait(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, ms);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}

/** Exponential backoff with full jitter. */
export const backoff = (failures: number, baseMs: number, longestMs: number): number =>
  Math.random() * Math.min(longestMs, baseMs * 2 ** failures);
