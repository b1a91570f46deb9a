/** One command of the operator: what it is called with, what it does, and what it has to say afterwards. */
export interface AdminCommand {
  /** What follows its name, as the help shows it: `<team slug>`. */
  takes: string[];
  summary: string;
  /** By name, without the dashes. `--json` and `--help` are understood by every command, and stand in none. */
  options?: Record<string, AdminOption>;
  run(given: Given): Promise<Outcome>;
}

export interface AdminOption {
  summary: string;
  /** What its value is called in the help; without it, the option has none. */
  value?: string;
}

/** What a command was called with. There are as many arguments as it takes, and no options but its own. */
export interface Given {
  args: string[];
  /** The value of an option. */
  option(name: string): string | undefined;
  /** Whether an option without a value was given. */
  has(name: string): boolean;
}

/** What a command has to say. Whoever fails throws a StartError instead, whose sentence is printed. */
export interface Outcome {
  /** What is printed with `--json`: an object. */
  data: object;
  /** What people read. Text of strangers in it has gone through mail/foreign-text.ts. */
  text: string;
  /** What people should know beside that; it goes to standard error, out of the way of a pipe. */
  note?: string;
  /** Whether the exit code is 1 although all was done, such as when a check has found a problem. */
  isBad?: boolean;
}
