import type { Logger } from 'pino';

/** Writes what happens often as one line for each kind: the first time at once, then how often it happened since. */
export interface SeldomLog {
  warn(kind: string, error: unknown, everyMs?: number): void;
}

interface Kind {
  times: number;
  error: unknown;
}

const usualMs = 1_000;

/** Beyond so many kinds at once, further ones are written as one. */
const mostKinds = 100;

export function createSeldomLog(log: Logger): SeldomLog {
  const quiet = new Map<string, Kind>();

  function write(kind: string, error: unknown, times: number): void {
    const { message, code } = (error ?? {}) as { message?: string; code?: string };
    log.warn({ reason: message, code, times }, kind);
  }

  function keepQuiet(kind: string, everyMs: number): void {
    quiet.set(kind, { times: 0, error: undefined });
    const timer = setTimeout(() => {
      const { times, error } = quiet.get(kind) as Kind;
      quiet.delete(kind);
      if (times === 0) return;
      write(kind, error, times);
      keepQuiet(kind, everyMs);
    }, everyMs);
    timer.unref();
  }

  return {
    warn(given, error, everyMs = usualMs) {
      const kind = quiet.size < mostKinds || quiet.has(given) ? given : 'other refusals';
      const known = quiet.get(kind);
      if (known) {
        known.times++;
        known.error = error;
        return;
      }
      write(kind, error, 1);
      keepQuiet(kind, everyMs);
    },
  };
}
