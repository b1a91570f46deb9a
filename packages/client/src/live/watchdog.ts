export interface Watchdog {
  /** Aborts when it barks. Whoever gets it may lose it: Node's `fetch` does when memory is tidied up. */
  signal: AbortSignal;
  /** Rejects when it barks before it is taken over by `onBark`. */
  barked: Promise<never>;
  /** What to do when it barks. */
  onBark(reason: unknown): void;
  /** Ends whatever it watches. */
  bark(): void;
  /** Something was heard: the time begins anew. */
  calm(): void;
}

/**
 * A watchdog timer: it barks when it was not calmed for so long, or when the given signal aborts. It is held by its timer and by
 * that signal, and lasts as long as one of them may still want it.
 */
export function createWatchdog(ms: number, given: AbortSignal): Watchdog {
  const controller = new AbortController();
  const { promise: barked, reject } = Promise.withResolvers<never>();
  // Nobody waits for it any more once there is a stream to read.
  barked.catch(() => {});

  function end(reason: unknown): void {
    clearTimeout(timer);
    given.removeEventListener('abort', obey);
    if (controller.signal.aborted) return;
    controller.abort(reason);
    reject(reason);
    watchdog.onBark(reason);
  }
  const obey = () => end(given.reason);
  const bark = () => end(new Error('Nothing was heard for too long'));

  const watchdog: Watchdog = {
    signal: controller.signal,
    barked,
    onBark() {},
    bark,
    calm() {
      clearTimeout(timer);
      if (!controller.signal.aborted) timer = setTimeout(bark, ms);
    },
  };
  let timer = setTimeout(bark, ms);
  if (given.aborted) obey();
  else given.addEventListener('abort', obey);
  return watchdog;
}
