/** What a rule of a project's blocklist looks at. Case is ignored. */
export const ruleKinds = [
  /** The reporter's address, or `@` and its domain. */
  'email',
  /** The sender's address, or a CIDR block. */
  'ip',
  /** A part of the user agent, of the report or of the request. */
  'user_agent',
  /** A part of the title or of the description. */
  'keyword',
] as const;
export type RuleKind = (typeof ruleKinds)[number];
