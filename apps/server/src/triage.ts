export const statuses = ['open', 'in_progress', 'resolved', 'closed', 'wont_fix', 'spam'] as const;
export type Status = (typeof statuses)[number];

export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];
