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

/** A temporary data directory, removed after the test. */
export interface TestDirectory {
  /** Parent of the data directory. */
  base: string;
  dataDir: string;
  /** Messages passed to `onProblem`. */
  problems: string[];
  start(choices?: Partial<EmbeddedPostgresOptions>): Promise<EmbeddedPostgres>;
  /** Starts a service as a separate process, with this command prefix. */
  startHolder(...by: string[]): Holder;
}

export interface Holder {
  /** Result of the start: `running` or the name of the error. */
  firstWord: Promise<string>;
  kill(): Promise<void>;
}

export async function createTestDirectory(below = 'data'): Promise<TestDirectory> {
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
    for (const folder of dataDirs) await cleanUp(folder);
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
      const holder = startHolderProcess(dataDir, by);
      holders.push(holder);
      return holder;
    },
  };
}

function startHolderProcess(dataDir: string, by: string[]): Holder {
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

/** Stops an orphaned server and removes files outside of the test folder. */
async function cleanUp(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir);
  if (pid && (await commandLine(pid)).includes('postgres')) {
    process.kill(pid, 'SIGQUIT');
    await expect.poll(() => commandLine(pid), { timeout }).toBe('');
  }
  const target = await readlink(join(dataDir, 'postgres')).catch(() => null);
  if (target?.startsWith(`${outside}/`)) await rm(dirname(target), { recursive: true, force: true });
}
