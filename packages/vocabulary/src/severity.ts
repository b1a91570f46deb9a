/** How bad a bug is, mildest first. A report that does not say is `medium`. */
export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];
