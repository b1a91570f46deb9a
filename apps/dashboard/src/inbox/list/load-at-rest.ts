const rest = 90;
const longest = 400;

/**
 * Loads what is looked at as soon as one rests there. Whoever holds a key or throws the wheel passes thousands of rows that
 * nobody will read; once in a while it loads nevertheless, for those who scroll slowly and never rest.
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
