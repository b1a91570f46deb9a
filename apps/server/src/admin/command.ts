import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { StartError } from '../start-error.ts';
import { textWidth } from './output.ts';

export interface AdminCommand {
  /** Positional arguments as shown in the help, such as `<team slug>`. */
  takes: string[];
  summary: string;
  /** Keyed by name without dashes. Every command also takes `--json` and `--help`. */
  options?: Record<string, AdminOption>;
  run(given: Given): Promise<Outcome>;
}

export interface AdminOption {
  summary: string;
  /** Placeholder of the value in the help. Flags have none. */
  value?: string;
}

/** Parsed arguments: exactly as many positionals as declared, and only declared options. */
export interface Given {
  args: string[];
  option(name: string): string | undefined;
  has(name: string): boolean;
}

/** The result of a command. A command that fails throws a StartError instead. */
export interface Outcome {
  /** Printed with `--json`. */
  data: object;
  /** Printed for people. Untrusted text in it must have passed mail/untrusted-text.ts. */
  text: string;
  /** Printed to standard error, so that it does not end up in a pipe. */
  note?: string;
  /** Exit code 1 although the command ran, for example if a check found a problem. */
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
    // The first sentence names the invalid argument; the rest is advice for programmers.
    const [sentence] = (error as Error).message.split(/\.\s|\n/);
    throw new StartError(`${sentence?.replace(/\.$/, '')}. See skep admin ${name} --help.`);
  }
}

export function readId(what: string, word = ''): number {
  if (/^[1-9]\d{0,15}$/.test(word)) return Number(word);
  throw new StartError(`The ${what} must be a number such as 3, not ${JSON.stringify(word)}.`);
}

export function readNumber(what: string, word: string, min: number, max: number): number {
  const number = Number(word);
  if (/^\d{1,16}$/.test(word) && number >= min && number <= max) return number;
  throw new StartError(`${what} must be a number from ${min} to ${max}, not ${JSON.stringify(word)}.`);
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
    'Every command accepts --json and --help, reads the same environment variables as the',
    'service, and works whether or not the service is running.',
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
  json: { summary: 'prints one line of JSON, also on failure' },
  help: { summary: 'prints this help' },
};

const describe = (name: string, command: AdminCommand) => ({
  name,
  usage: usageOf(name, command),
  summary: command.summary,
  options: command.options ?? {},
});
