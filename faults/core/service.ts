import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { childrenOf, commandOf, ownCpuSeconds, signalAll } from '../../bench/processes.ts';
import { createLog, type Log } from './log.ts';

const mainFile = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const patienceMs = 120_000;

export interface Start {
  /** From the start of the process until all its processes serve and `/health` says that all is well. */
  readyMs: number;
  /** The processor time until then, in seconds, of each process of the service. */
  cpuSeconds: number[];
}

/** The service as it is installed: the built program, one process or several. */
export interface Service {
  url: string;
  port: number;
  log: Log;
  /** Its first process, and those that serve, when there are several. */
  pid(): number;
  workers(): number[];
  /** Starts it, at the same address each time, and waits until it is ready. */
  start(): Promise<Start>;
  /** Starts it without waiting. */
  launch(): void;
  whenReady(): Promise<void>;
  /** Ends one of its processes, the first unless another is named, and waits until that is gone. */
  kill(pid?: number): Promise<void>;
  /** Ends it in order; returns its exit code. */
  stop(): Promise<number | null>;
}

/** `command` starts the program, when it is not to be started by itself. */
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
    const giveUpAt = performance.now() + patienceMs;
    // It says so itself when all its processes serve; a single one may be well before that.
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
