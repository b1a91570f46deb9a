import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { StartError } from '../start-error.ts';
import type { AdminCommand, Given } from './command.ts';
import { usageOf } from './help.ts';

/** The words after a command's name, which are refused with a sentence where they do not fit. */
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

const id = /^[1-9]\d{0,15}$/;

/** An argument that has to be the id of something. */
export function readId(what: string, word = ''): number {
  if (id.test(word)) return Number(word);
  throw new StartError(`The ${what} must be a number such as 3, not ${JSON.stringify(word)}.`);
}

/** An argument or an option that has to be a whole number. */
export function readNumber(what: string, word: string, least: number, most: number): number {
  const number = Number(word);
  if (/^\d{1,16}$/.test(word) && number >= least && number <= most) return number;
  throw new StartError(`${what} must be a number from ${least} to ${most}, not ${JSON.stringify(word)}.`);
}
