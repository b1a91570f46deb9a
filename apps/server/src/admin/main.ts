import { readConfig } from '../config.ts';
import { type Context, closeContext, createContext } from '../context.ts';
import { connect } from '../db/connection.ts';
import { migrate } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { explainStartFailure } from '../start/failures.ts';
import { explainRefusal } from '../start/refusals.ts';
import type { AdminCommand } from './command.ts';
import { demandTables, openBesideService } from './database.ts';
import { makeOperatorCommand } from './make-operator.ts';
import { resetPasswordCommand } from './reset-password.ts';
import { setCapCommand } from './set-cap.ts';
import { setPlanCommand } from './set-plan.ts';

const commands: Record<string, AdminCommand> = {
  'set-plan': setPlanCommand,
  'set-cap': setCapCommand,
  'reset-password': resetPasswordCommand,
  'make-operator': makeOperatorCommand,
};

/** Runs one command of the operator and returns the exit code. */
export async function runAdmin([name = 'help', ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (!command) {
    console.error(usage());
    return name === 'help' || name === '--help' ? 0 : 2;
  }
  if (!command.takes(args)) {
    console.error(`Usage: skep admin ${command.usage}`);
    return 2;
  }
  try {
    console.log(await withContext((context) => command.run(context, args)));
    return 0;
  } catch (error) {
    console.error(explainStartFailure(error));
    return 1;
  }
}

async function withContext<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const database = await openBesideService(config);
  const log = createLog('silent');
  const context = createContext({ config, secretKey: '', databaseUrl: database.url, log });
  try {
    await prepare(database.url);
    return await work(context);
  } finally {
    await closeContext(context);
    await database.close();
  }
}

/** Brings the tables up to date, without a time limit for statements, as a start of the service does. */
async function prepare(url: string): Promise<void> {
  const db = connect(url, { max: 2, statementMs: 0, lockMs: 0 });
  try {
    await demandTables(db).catch(explainRefusal);
    await migrate(db, console.error);
  } finally {
    await db.destroy();
  }
}

function usage(): string {
  const lines = Object.values(commands).map(
    (command) => `  skep admin ${command.usage.padEnd(42)} ${command.summary}`,
  );
  return ['Usage:', ...lines].join('\n');
}
