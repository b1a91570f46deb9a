import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connectToEmbeddedPostgres, startEmbeddedPostgres } from '@skep/embedded-postgres';
import { expect, inject, onTestFinished } from 'vitest';
import { type Client, createClient } from './client.ts';
import { freePort } from './free-port.ts';

const mainFile = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The service as a process of its own, as `npm start` runs it. */
export interface ServiceProcess {
  url: string;
  api: Client;
  child: ChildProcess;
  /** What it has printed so far. */
  stdout(): string;
  stderr(): string;
  /** Sends a signal, or two at once, and waits for the exit code. */
  end(...signals: NodeJS.Signals[]): Promise<number | null>;
  /** The exit code of a process that ends by itself. */
  exit: Promise<number | null>;
}

/** A data folder, which is removed at the end of the test together with any server in it. */
export async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-service-'));
  onTestFinished(async () => {
    if (await connectToEmbeddedPostgres(dataDir))
      await (await startEmbeddedPostgres({ dataDir, onProblem() {} })).stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}

/** A data folder of a service that has been started and stopped, so that the next start is not a first one. */
export async function aPreparedDataDir(): Promise<string> {
  const dataDir = await aDataDir();
  // The files of the database keep their owner, which is not the user who runs the tests when that is root.
  await promisify(execFile)('cp', ['-a', `${inject('preparedData')}/.`, dataDir]);
  return dataDir;
}

type Settings = Record<string, string>;

/** Starts the process without waiting until it is ready. */
export function launch(
  file: string,
  args: string[],
  settings: Settings,
): Omit<ServiceProcess, 'url' | 'api'> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE: inject('compileCache'), ...settings };
  const child = spawn(process.execPath, [file, ...args], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  const end = (...signals: NodeJS.Signals[]) => {
    for (const signal of signals) child.kill(signal);
    return exit;
  };
  return { child, stdout: () => stdout, stderr: () => stderr, exit, end };
}

export function launchService(settings: Settings): Omit<ServiceProcess, 'url' | 'api'> {
  return launch(mainFile, [], settings);
}

/** Starts the service and waits until it says where it is. */
export async function runService(settings: Settings, file = mainFile): Promise<ServiceProcess> {
  const port = String(await freePort());
  const service = launch(file, [], { PORT: port, LOG_LEVEL: 'warn', ...settings });
  const started = new Promise<void>((resolve) => {
    service.child.stdout?.on('data', () => service.stdout().includes('Data is in') && resolve());
  });
  await Promise.race([started, service.exit]);
  if (service.child.exitCode !== null) throw new Error(`The service did not start: ${service.stderr()}`);
  const url = `http://127.0.0.1:${port}`;
  return { ...service, url, api: createClient(url) };
}

/** What a start prints as long as nothing is configured, but for where it is: all that one would not like to find out later. */
export const usualNotes = [
  expect.stringMatching(/^PostgreSQL 18\.\d+ runs, which Skep brings along/),
  'New teams get the plan free: 100 reports a month for each project; further ones are dropped and counted',
  'To lift that: DEFAULT_PLAN=unlimited for new teams, npm run skep -- admin set-plan <slug> unlimited for one that is there',
  'Searches read every report, without an index: NODE_ENV=production searches by words, with one',
];

/** The ids of its server processes, when it has several. */
export function workersOf({ child }: ServiceProcess): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(child.pid), '-f', 'main.js'], { encoding: 'utf8' });
  return stdout.trim().split('\n').map(Number);
}
