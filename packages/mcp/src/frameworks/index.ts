/** The code that sends reports, by framework: what assistants are given, and what the dashboard shows. */
export { type FrameworkId, frameworkIds, frameworks } from './frameworks.ts';
export { snippets } from './snippets/index.ts';
export type { Snippet, Target } from './snippets/snippet.ts';
