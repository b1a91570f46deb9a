import type { Clock } from './clock.ts';

export const browserClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  nextFrame(run) {
    // A hidden page paints no frames, but its counts and titles are to be right when one comes back.
    if (typeof document === 'undefined' || document.hidden) setTimeout(run, 50);
    else requestAnimationFrame(run);
  },
};
