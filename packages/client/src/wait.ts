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

/** Exponential backoff with full jitter, so that clients that failed together do not come back together. */
export const backoff = (failures: number, baseMs: number, longestMs: number): number =>
  Math.random() * Math.min(longestMs, baseMs * 2 ** failures);
