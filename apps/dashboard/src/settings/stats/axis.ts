/** Three to six round axis ticks, from 0 to at least `most`. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(most, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough,
  );
  return Array.from({ length: Math.ceil(Math.max(most, 4) / step) + 1 }, (_, nth) => nth * step);
}

/** Indexes of the labelled days: the first, the last and evenly spaced ones between. */
export function namedDays(count: number): number[] {
  const intervals = count - 1;
  const isEven = (labels: number) => labels <= count && intervals % (labels - 1) === 0;
  const labels = [5, 4, 3].find(isEven) ?? Math.min(count, 5);
  return Array.from({ length: labels }, (_, nth) => Math.round((nth * intervals) / Math.max(1, labels - 1)));
}
