import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childrenOf, commandOf, ownCpuSeconds, signalAll } from '../../bench/processes.ts';
import { createLog, type Log } from './log.ts';

const mainFile = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const timeoutMs = 120_000;

export interface Start {
  /** From spawn until all processes serve and `/health` is ok. */
  readyMs: number;
  /** CPU time until then, per process. */
  cpuSeconds: number[];
}

/** The built service, with one process or several. */
export interface Service {
  url: string;
  port: number;
  log: Log;
  /** The first process, which starts the workers. */
  pid(): number;
  workers(): number[];
  /** Starts the service on the same port each time and waits until it is ready. */
  start(): Promise<Start>;
  /** Starts the service without waiting. */
  launch(): void;
  whenReady(): Promise<void>;
  /** Kills a process, by default the first, and waits for its exit. */
  kill(pid?: number): Promise<void>;
  /** Shuts down gracefully and returns the exit code. */
  stop(): Promise<number | null>;
}

/** `command` is an optional prefix that starts the program. */
export function createService(
  port: number,
  settings: Record<string, string>,
  command: string[] = [],
): Service {
  const url = `http://127.0.0.1:${port}`;
  const log = createLog();
  let child: ChildProcess | undefined;
  let exit: Promise<number | null> = Promise.resolve(null);
  let isAnnounced = false;
  const pid = () => child?.pid ?? 0;
  const workers = () => childrenOf(pid()).filter((each) => commandOf(each).includes(mainFile));

  function launch(): void {
    const { PATH = '', HOME = '' } = process.env;
    const [program = process.execPath, ...args] = [...command, process.execPath, mainFile];
    const started = spawn(program, args, {
      env: { PATH, HOME, PORT: String(port), BASE_URL: url, LOG_LEVEL: 'warn', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    isAnnounced = false;
    started.stdout.on('data', () => {
      isAnnounced = true;
    });
    log.follow(started.stderr);
    exit = once(started, 'exit').then(([code]) => code as number | null);
    child = started;
  }

  async function whenReady(): Promise<void> {
    const giveUpAt = performance.now() + timeoutMs;
    // /health may be ok before all processes serve; the start-up line is printed after that.
    while (!isAnnounced || !(await isHealthy(url))) {
      if (child?.exitCode !== null || performance.now() > giveUpAt)
        throw new Error(`The service did not become ready: ${log.tail()}`);
      await sleep(20);
    }
  }

  return {
    url,
    port,
    log,
    pid,
    workers,
    launch,
    whenReady,
    async start() {
      const before = performance.now();
      launch();
      await whenReady();
      const readyMs = performance.now() - before;
      return { readyMs, cpuSeconds: [pid(), ...workers()].map(ownCpuSeconds) };
    },
    async kill(which = pid()) {
      signalAll([which], 'SIGKILL');
      if (which === pid()) await exit;
    },
    async stop() {
      child?.kill('SIGTERM');
      return exit;
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { signal: AbortSignal.timeout(5_000) })).status === 200;
  } catch {
    return false;
  }
}
