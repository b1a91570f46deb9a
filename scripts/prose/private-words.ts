/** Words that had a private meaning in this project, and the standard terms to use instead. */
export const privateWords: { pattern: RegExp; use: string }[] = [
  { pattern: /\bweather\b/i, use: 'fault' },
  { pattern: /households?/i, use: 'test fixture' },
  { pattern: /look(s|ed|ing)? ?anew/i, use: 'retry with a fresh session' },
  { pattern: /kept counts?\b/i, use: 'materialized count' },
  { pattern: /foreign-?text/i, use: 'untrusted text' },
  { pattern: /writeLetter/i, use: 'email template' },
  { pattern: /\bgoodbyes?/i, use: 'disconnect' },
  { pattern: /\bupkeep\b/i, use: 'jobs' },
  { pattern: /handOn\b|handedOn/i, use: 'publish' },
  { pattern: /\bwish(es)?\b|Wish\b/, use: 'options' },
  { pattern: /beside requests/i, use: 'in the background' },
  { pattern: /\bheed(s|ed)?\b/i, use: 'respect' },
  { pattern: /\breckon(s|ed)?\b/i, use: 'estimate' },
];
