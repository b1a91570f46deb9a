import type { Plan } from '@skep/vocabulary';
/** Reports stored per project and calendar month (UTC); null means no limit. */
export const monthlyCap: Record<Plan, number | null> = { free: 100, unlimited: null };
