import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '@skep/embedded-postgres';
import { expect, onTestFinished } from 'vitest';
import { outside } from '../src/files.ts';
import { commandLine, firstWordOf, postmasterPid } from './processes.ts';

export const timeout = 120_000;

/** A place for a database; at the end of the test nothing is left of it. */
export interface Place {
  /** The folder around the data directory. */
  base: string;
  dataDir: string;
  /** The messages of the servers that were started here. */
  problems: string[];
  start(choices?: Partial<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres>;
  /** Starts a service here as a process of its own, by way of these commands. */
  startHolder(...by: string[]): Holder;
}

export interface Holder {
  /** How its start went: `running`, or the name of the error. */
  firstWord: Promise<string>;
  kill(): Promise<void>;
}

export async function aPlace(below = 'data'): Promise<Place> {
  const base = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(base, 0o755);
  const dataDir = join(base, below);
  const problems: string[] = [];
  const started: EmbeddedPostgres[] = [];
  const holders: Holder[] = [];
  const dataDirs = new Set([dataDir]);
  onTestFinished(async () => {
    for (const embedded of started) await embedded.stop();
    for (const holder of holders) await holder.kill();
    for (const folder of dataDirs) await clearAway(folder);
    await rm(base, { recursive: true, force: true });
  }, timeout);

  return {
    base,
    dataDir,
    problems,
    async start(choices = {}) {
      const options: EmbeddedPostgresOptions = {
        dataDir,
        onProblem: (message) => problems.push(message),
        settings: { fsync: 'off' },
        ...choices,
      };
      dataDirs.add(options.dataDir);
      const embedded = await startEmbeddedPostgres(options);
      started.push(embedded);
      return embedded;
    },
    startHolder(...by) {
      const holder = aHolder(dataDir, by);
      holders.push(holder);
      return holder;
    },
  };
}

function aHolder(dataDir: string, by: string[]): Holder {
  const script = fileURLToPath(new URL('holder.ts', import.meta.url));
  const [command = '', ...args] = [...by, process.execPath, script, dataDir];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return { firstWord: firstWordOf(child), kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Ends the server that a killed holder left, and removes what lies outside of the test's folder. */
async function clearAway(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir);
  if (pid && (await commandLine(pid)).includes('postgres')) {
    process.kill(pid, 'SIGQUIT');
    await expect.poll(() => commandLine(pid), { timeout }).toBe('');
  }
  const target = await readlink(join(dataDir, 'postgres')).catch(() => null);
  if (target?.startsWith(`${outside}/`)) await rm(dirname(target), { recursive: true, force: true });
}
