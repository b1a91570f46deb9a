/** What an MCP token may do, always within the teams of its user. Writing does not include reading. */
export const scopes = [
  'read:bugs',
  /** Status, severity, assignee, comments, and which labels a bug carries. */
  'write:bugs',
  /** Projects, and the publishable key of each. */
  'read:honeycombs',
  /** Teams, and how many bugs they have. */
  'read:teams',
  'read:labels',
  /** The labels that a team has to choose from. */
  'write:labels',
] as const;
export type Scope = (typeof scopes)[number];
