import type { Family, Together } from './registry.ts';

const join: Record<Together, (one: number, other: number) => number> = {
  sum: (one, other) => one + other,
  largest: Math.max,
  smallest: Math.min,
};

/** What several processes tell, as if it were one. */
export function tellTogether(processes: Family[][]): Family[] {
  const families = new Map<string, Family & { bySeries: Map<string, number> }>();
  for (const family of processes.flat()) {
    const { bySeries } = families.get(family.name) ?? { bySeries: new Map<string, number>() };
    for (const [series, value] of family.values) {
      const known = bySeries.get(series);
      bySeries.set(series, known === undefined ? value : join[family.together](known, value));
    }
    families.set(family.name, { ...family, bySeries });
  }
  return [...families.values()].map(({ bySeries, ...family }) => ({ ...family, values: [...bySeries] }));
}

/** What stays of a process that has ended: its counts. Without them, sums would fall, which counters never do. */
export const lastingOf = (families: Family[]): Family[] => families.filter(({ type }) => type !== 'gauge');
