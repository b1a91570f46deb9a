/** Round numbers from 0 to at least this one, of which an axis has three to six. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(most, 4) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough,
  );
  return Array.from({ length: Math.ceil(Math.max(most, 4) / step) + 1 }, (_, nth) => nth * step);
}

/** Which of so many days are named below the plot: the first, the last and some between, evenly. */
export function namedDays(count: number, most = 5): number[] {
  const named = Math.min(count, most);
  if (named <= 1) return count > 0 ? [0] : [];
  return Array.from({ length: named }, (_, nth) => Math.round((nth * (count - 1)) / (named - 1)));
}
