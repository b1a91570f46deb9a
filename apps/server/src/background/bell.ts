/**
 * An auto-reset event: a condition variable with one waiter that remembers having been signalled, so that a signal which
 * comes just before the wait is not lost.
 */
export interface Bell {
  ring(): void;
  /** Resolves when the bell rings or has rung since the last wait, and at the latest after this time. Says whether it rang. */
  wait(ms: number): Promise<boolean>;
}

export function createBell(): Bell {
  let hasRung = false;
  let wake = () => {};
  return {
    ring() {
      hasRung = true;
      wake();
    },
    async wait(ms) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const timer = Number.isFinite(ms) ? setTimeout(resolve, ms) : undefined;
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const rang = hasRung;
      hasRung = false;
      return rang;
    },
  };
}
