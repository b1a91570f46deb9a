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

/** The service as a separate process, like `npm start`. */
export interface ServiceProcess {
  url: string;
  api: Client;
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Sends one or two signals and waits for the exit code. */
  end(...signals: NodeJS.Signals[]): Promise<number | null>;
  /** The exit code of a process that ends by itself. */
  exit: Promise<number | null>;
}

/** A data folder, removed at the end of the test with any server in it. */
export async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'skep-service-'));
  onTestFinished(async () => {
    if (await connectToEmbeddedPostgres(dataDir))
      await (await startEmbeddedPostgres({ dataDir, onProblem() {} })).stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return dataDir;
}

/** A data folder of a service that was started before, so that the next start is fast. */
export async function aPreparedDataDir(): Promise<string> {
  const dataDir = await aDataDir();
  // Database files keep their owner, which differs from the user if that is root.
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

/** Starts the service and waits until it is ready. */
export async function runService(settings: Settings, file = mainFile): Promise<ServiceProcess> {
  const port = String(await freePort());
  const service = launch(file, [], { PORT: port, LOG_LEVEL: 'warn', ...settings });
  const started = new Promise<void>((resolve) => {
    service.child.stdout?.on('data', () => service.stdout().includes('Data: ') && resolve());
  });
  await Promise.race([started, service.exit]);
  if (service.child.exitCode !== null) throw new Error(`The service did not start: ${service.stderr()}`);
  const url = `http://127.0.0.1:${port}`;
  return { ...service, url, api: createClient(url) };
}

/** Startup lines with the default configuration, without the URL and location. */
export const defaultStartupLines = [
  expect.stringMatching(/^Embedded PostgreSQL 18\.\d+/),
  'Plan of new teams: free (100 reports per project and month, further reports are dropped)',
  'To remove the cap, set DEFAULT_PLAN=unlimited, or for an existing team run: npm run skep -- admin set-plan <slug> unlimited',
  'Development mode: search scans all reports. NODE_ENV=production uses the search index',
];

/** Process ids of its workers. */
export function workersOf({ child }: ServiceProcess): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(child.pid), '-f', 'main.js'], { encoding: 'utf8' });
  return stdout.trim().split('\n').map(Number);
}
