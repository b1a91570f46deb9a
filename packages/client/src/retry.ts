import { retryAfterOf } from './result.ts';

export interface RetryPolicy {
  attempts: number;
  /** If the service asks for a longer wait, the response is returned instead. */
  maxWaitMs: number;
  /** Maximum backoff after the first failure; doubles with each. */
  baseMs: number;
}

export const defaultRetries: RetryPolicy = { attempts: 4, maxWaitMs: 30_000, baseMs: 300 };

/** Statuses after which the service guarantees that nothing was changed. */
const retryStatuses = [429, 503];

const isIdempotent = ({ method, headers }: Request) =>
  ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'].includes(method) || headers.has('idempotency-key');

/** Retries idempotent requests after 429, 503 and lost connections. */
export async function sendWithRetries(
  request: Request,
  send: (request: Request) => Promise<Response>,
  policy: RetryPolicy,
): Promise<Response> {
  const attempts = isIdempotent(request) ? policy.attempts : 1;
  for (let attempt = 1; attempt < attempts; attempt++) {
    const pause = backoff(attempt - 1, policy.baseMs, policy.maxWaitMs);
    // A body can be read only once, so a clone is sent while retries remain.
    const response = await send(request.clone()).catch((error) => {
      if (request.signal.aborted) throw error;
    });
    if (!response) {
      await wait(pause, request.signal);
      continue;
    }
    if (!retryStatuses.includes(response.status)) return response;
    const retryAfterMs = (retryAfterOf(response.headers) ?? 0) * 1000;
    if (retryAfterMs > policy.maxWaitMs) return response;
    await response.body?.cancel();
    await wait(retryAfterMs + pause, request.signal);
  }
  return send(request);
}

/** Rejects with the signal's reason when it is aborted. */
export function wait(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Exponential backoff with full jitter. */
export const backoff = (failures: number, baseMs: number, maxMs: number): number =>
  Math.random() * Math.min(maxMs, baseMs * 2 ** failures);
