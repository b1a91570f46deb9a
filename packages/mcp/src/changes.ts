/**
 * What every tool that changes a bug has in common. None is destructive, because the bug's history keeps what was before.
 * Their world is open: reports come from anywhere, and webhooks tell others of changes.
 */
export const changesBug = {
  scope: 'write:bugs',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  missing: 'Find ids with list_bugs.',
} as const;

/** What every tool that changes a team's labels has in common. Labels are a closed world, which only the team writes to. */
export const changesLabels = {
  scope: 'write:labels',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
} as const;
