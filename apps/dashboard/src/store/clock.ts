/** Time, as the store sees it. Tests bring their own, in which nothing happens by itself. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something once; the result calls it off. */
  after(ms: number, run: () => void): () => void;
  /** Runs something before the next frame is painted. */
  nextFrame(run: () => void): void;
}
