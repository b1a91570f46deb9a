/** What a team has agreed on; how many reports each allows is the service's business. */
export const plans = ['free', 'unlimited'] as const;
export type Plan = (typeof plans)[number];
