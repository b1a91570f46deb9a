/** Where a bug stands. Every report begins as `open`, and any status can follow any other. */
export const statuses = [
  'open',
  'in_progress',
  /** Fixed. Reporters who want to know are told. */
  'resolved',
  /** Over for another reason, such as a question that was answered. */
  'closed',
  'wont_fix',
  'spam',
] as const;
export type Status = (typeof statuses)[number];
