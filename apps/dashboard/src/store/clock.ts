/** Time, as the store sees it. Tests bring their own, in which nothing happens by itself. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  after(ms: number, run: () => void): void;
  /** Runs something before the next frame is painted. */
  nextFrame(run: () => void): void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => void setTimeout(run, ms),
  nextFrame(run) {
    // A hidden page paints no frames, but its counts and titles are to be right when one comes back.
    if (document.hidden) setTimeout(run, 50);
    else requestAnimationFrame(run);
  },
};
