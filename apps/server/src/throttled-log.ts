import type { Logger } from 'pino';

/** Logs frequent events once per kind: the first immediately, then with a count. */
export interface ThrottledLog {
  warn(kind: string, error: unknown, everyMs?: number): void;
}

interface Kind {
  times: number;
  error: unknown;
}

const defaultMs = 1_000;

/** Above this number all other kinds share one line. */
const maxKinds = 100;

export function createThrottledLog(log: Logger): ThrottledLog {
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
    warn(given, error, everyMs = defaultMs) {
      const kind = quiet.size < maxKinds || quiet.has(given) ? given : 'other refusals';
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
