/** How a change was made. */
export const ways = [
  /** A person with a session, whichever program sent it. */
  'dashboard',
  /** An AI assistant with a token. */
  'mcp',
  /** A program with a project key: reports and their attachments. */
  'api',
] as const;
export type Via = (typeof ways)[number];
