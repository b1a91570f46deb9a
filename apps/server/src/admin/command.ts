import type { Context } from '../context.ts';

/** One command: what it is called with, what it does, and the sentence that says what it did. */
export interface AdminCommand {
  usage: string;
  summary: string;
  /** Whether these are arguments that the command can be run with. */
  takes(args: string[]): boolean;
  run(context: Context, args: string[]): Promise<string>;
}
