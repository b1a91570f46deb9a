import type { Plan } from '@skep/vocabulary';
/** How many reports a project stores in a calendar month (UTC); null is no limit. */
export const monthlyCap: Record<Plan, number | null> = { free: 100, unlimited: null };
