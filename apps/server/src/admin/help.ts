import type { AdminCommand, Outcome } from './command.ts';
import { textWidth } from './table.ts';

type Commands = Record<string, AdminCommand>;

export const usageOf = (name: string, { takes, options = {} }: AdminCommand): string =>
  ['skep admin', name, ...takes, ...(Object.keys(options).length > 0 ? ['[options]'] : [])].join(' ');

/** Names every command. */
export function helpOnAll(commands: Commands): Outcome {
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

/** What one command does, and all its options. */
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
