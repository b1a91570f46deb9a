import type { Clock } from './clock.ts';
import type { Live } from './live.ts';
import { createEmitter } from './notifier.ts';

const againMs = 10_000;

/** The live stream, whose code is fetched after the first list: until it is there, the page is catching up. */
export function createLateLive(load: () => Promise<() => Live>, clock: Clock): Live {
  const listeners = createEmitter();
  let live: Live | undefined;
  let hasFailed = false;
  let isClosed = false;
  let callOff: (() => void) | undefined;

  function begin(): void {
    load().then(
      (open) => {
        if (isClosed) return;
        live = open();
        live.subscribe(listeners.emit);
        listeners.emit();
      },
      () => {
        hasFailed = true;
        listeners.emit();
        if (!isClosed) callOff = clock.after(againMs, begin);
      },
    );
  }

  begin();
  return {
    get state() {
      return live?.state ?? (hasFailed ? 'offline' : 'catching-up');
    },
    subscribe: listeners.subscribe,
    close() {
      isClosed = true;
      callOff?.();
      live?.close();
    },
  };
}
