const rest = 90;
const longest = 400;

/**
 * Loads the rows in the viewport once scrolling pauses. Fast scrolling passes thousands of rows that nobody reads.
 * During slow, continuous scrolling it still loads at an interval.
 */
export function loadAtRest(load: (from: number, to: number) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  let first = true;
  const later = (from: number, to: number) => {
    clearTimeout(timer);
    if (first) {
      first = false;
      load(from, to);
      return;
    }
    const now = performance.now();
    since ||= now;
    timer = setTimeout(
      () => {
        since = 0;
        load(from, to);
      },
      Math.min(rest, Math.max(0, since + longest - now)),
    );
  };
  later.stop = () => clearTimeout(timer);
  return later;
}
