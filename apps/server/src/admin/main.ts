import { StartError } from '../start-error.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { changes } from './changes.ts';
import { type AdminCommand, helpOn, helpOnAll, type Outcome, readArguments } from './command.ts';
import { doctorCommand } from './doctor.ts';
import { lists } from './lists.ts';
import { printFailure, printOutcome } from './output.ts';

const commands: Record<string, AdminCommand> = {
  doctor: doctorCommand,
  ...lists,
  ...changes,
  backup: backupCommand,
  restore: restoreCommand,
};

/** Runs one admin command and returns the exit code. */
export async function runAdmin(words: string[]): Promise<number> {
  const asJson = words.includes('--json');
  try {
    return printOutcome(await run(words), asJson);
  } catch (error) {
    return printFailure(error, asJson);
  }
}

async function run(words: string[]): Promise<Outcome> {
  const [name = 'help', ...rest] = words.filter((word) => word !== '--json');
  if (name === 'help' || name === '--help') return helpOnAll(commands);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new StartError(`Unknown command ${JSON.stringify(name)}. Run skep admin --help for a list.`);
  if (rest.includes('--help')) return helpOn(name, command);
  return command.run(readArguments(name, command, rest));
}
