/**
 * What holds for every tool that changes a bug. None of them destroys: the bug's history keeps what was before. Their
 * world is open: reports come from anywhere, and webhooks carry changes outward.
 */
export const changesBug = {
  scope: 'write:bugs',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  missing: 'Find ids with list_bugs.',
} as const;

/** What holds for every tool that changes a team's labels, a closed world. */
export const changesLabels = {
  scope: 'write:labels',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
} as const;
