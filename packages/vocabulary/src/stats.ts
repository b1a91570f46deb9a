/** The range of days that statistics are about. Days are calendar days in UTC. */
export const statsRanges = [
  /** The last 7 days, today included. */
  'week',
  /** The last 30 days, today included. */
  'month',
  'all',
] as const;
export type StatsRange = (typeof statsRanges)[number];
