/** A condition variable with one waiter: wakes whoever waits for it, also when it was rung a moment before. */
export interface Bell {
  ring(): void;
  /** Returns when it rings, or has rung since the last time, and at the latest after so long; says whether it rang. */
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
