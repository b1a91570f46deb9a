/** The clock of the store. Tests use a virtual clock. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  after(ms: number, run: () => void): void;
  /** Runs a callback before the next paint. */
  nextFrame(run: () => void): void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => void setTimeout(run, ms),
  nextFrame(run) {
    // A hidden page paints no frames, but its counts and title must be up to date when the user returns.
    if (document.hidden) setTimeout(run, 50);
    else requestAnimationFrame(run);
  },
};
