/** The service's words that tools speak; a test holds them to the service's own. */
export const statuses = ['open', 'in_progress', 'resolved', 'closed', 'wont_fix', 'spam'] as const;

export const severities = ['low', 'medium', 'high', 'critical'] as const;

export const scopes = [
  'read:bugs',
  'write:bugs',
  'read:honeycombs',
  'read:teams',
  'read:labels',
  'write:labels',
] as const;
export type Scope = (typeof scopes)[number];
