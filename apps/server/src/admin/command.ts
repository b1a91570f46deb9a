import type { Context } from '../context.ts';

/** One command: what it is called with, what it does, and the sentence that says what it did. */
export interface AdminCommand {
  usage: string;
  summary: string;
  run(context: Context, args: string[]): Promise<string>;
}

/** The words after the command are not what it takes. */
export class UsageError extends Error {}
