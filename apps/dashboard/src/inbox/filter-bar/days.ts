const choices = [
  ['Today', 0],
  ['Yesterday', 1],
  ['A week ago', 7],
  ['A month ago', 30],
  ['Three months ago', 91],
  ['A year ago', 365],
] as const;

/** Suggested days for date filters. */
export function days(now = Date.now()): { day: string; name: string; hint: string }[] {
  return choices.map(([name, ago]) => {
    const day = new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
    return { day, name, hint: day };
  });
}
