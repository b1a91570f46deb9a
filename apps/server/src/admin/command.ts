import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { StartError } from '../start-error.ts';
import { textWidth } from './output.ts';

export interface AdminCommand {
  /** What follows its name, as the help shows it: `<team slug>`. */
  takes: string[];
  summary: string;
  /** By name, without the dashes, and without `--json` and `--help`, which every command takes. */
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
  option(name: string): string | undefined;
  has(name: string): boolean;
}

/** A command that fails throws a StartError instead, whose sentence is printed. */
export interface Outcome {
  /** What is printed with `--json`. */
  data: object;
  /** What people read. Text of strangers in it has gone through mail/foreign-text.ts. */
  text: string;
  /** What people should know beside that; it goes to standard error, out of the way of a pipe. */
  note?: string;
  /** Whether the exit code is 1 although all was done, such as when a check has found a problem. */
  isBad?: boolean;
}

export function readArguments(name: string, command: AdminCommand, words: string[]): Given {
  const { positionals: args, values } = parseWords(name, command, words);
  if (args.length !== command.takes.length || args.includes(''))
    throw new StartError(`Usage: ${usageOf(name, command)}`);
  return {
    args,
    option: (option) => values[option] as string | undefined,
    has: (option) => values[option] === true,
  };
}

function parseWords(name: string, { options = {} }: AdminCommand, words: string[]) {
  const known: ParseArgsOptionsConfig = {};
  for (const [option, { value }] of Object.entries(options))
    known[option] = { type: value ? 'string' : 'boolean' };
  try {
    return parseArgs({ args: words, options: known, allowPositionals: true });
  } catch (error) {
    // Its first sentence says which word does not fit; the rest is about programming.
    const [sentence] = (error as Error).message.split(/\.\s|\n/);
    throw new StartError(`${sentence?.replace(/\.$/, '')}. See skep admin ${name} --help.`);
  }
}

export function readId(what: string, word = ''): number {
  if (/^[1-9]\d{0,15}$/.test(word)) return Number(word);
  throw new StartError(`The ${what} must be a number such as 3, not ${JSON.stringify(word)}.`);
}

export function readNumber(what: string, word: string, least: number, most: number): number {
  const number = Number(word);
  if (/^\d{1,16}$/.test(word) && number >= least && number <= most) return number;
  throw new StartError(`${what} must be a number from ${least} to ${most}, not ${JSON.stringify(word)}.`);
}

const usageOf = (name: string, { takes, options = {} }: AdminCommand): string =>
  ['skep admin', name, ...takes, ...(Object.keys(options).length > 0 ? ['[options]'] : [])].join(' ');

export function helpOnAll(commands: Record<string, AdminCommand>): Outcome {
  const all = Object.entries(commands);
  const text = [
    'Usage: skep admin <command>',
    '',
    ...all.map(([name, { takes, summary }]) => `  ${[name, ...takes].join(' ')}\n      ${summary}`),
    '',
    'Every command takes --json, for programs, and --help. They read the same environment',
    'as the service, and work while it runs and while it does not.',
  ].join('\n');
  return { data: { commands: all.map(([name, command]) => describe(name, command)) }, text };
}

export function helpOn(name: string, command: AdminCommand): Outcome {
  const options = Object.entries({ ...command.options, ...everywhere }).map(
    ([option, { value, summary }]) => [`--${option}${value ? ` <${value}>` : ''}`, summary] as const,
  );
  const width = Math.max(...options.map(([option]) => textWidth(option)));
  const text = [
    `Usage: ${usageOf(name, command)}`,
    '',
    `${command.summary}.`,
    '',
    ...options.map(([option, summary]) => `  ${option.padEnd(width)}  ${summary}`),
  ].join('\n');
  return { data: describe(name, command), text };
}

const everywhere: NonNullable<AdminCommand['options']> = {
  json: { summary: 'prints one line of JSON, also when it fails' },
  help: { summary: 'prints this' },
};

const describe = (name: string, command: AdminCommand) => ({
  name,
  usage: usageOf(name, command),
  summary: command.summary,
  options: command.options ?? {},
});
