import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Measures the speed of the machine by running a small reference program repeatedly. */
export interface Machine {
  /** Wall time divided by CPU time of the reference program: 1 on an idle machine, more under load. */
  slowness(): number;
  /** CPU time of the reference program. */
  referenceSeconds(): number;
  stop(): Promise<void>;
}

const pauseMs = 2_000;

/** Compiles and runs code, like the start of the service. */
const program = `
let text = '';
for (let i = 0; i < 3000; i++) text += 'function f' + i + '(a) { return { a, b: [a, ' + i + '] } }\\n';
for (let i = 0; i < 4; i++) new Function(text + 'return ' + i)();
let size = 0;
for (let i = 0; i < 150; i++) size += JSON.stringify(JSON.parse(JSON.stringify(Array.from({ length: 400 }, (_, n) => ({ n, s: 'x' + n }))))).length;
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ cpu: (user + system) / 1e6, wall: performance.now() / 1e3 }));
`;

export async function watchMachine(): Promise<Machine> {
  const samples: { cpu: number; wall: number }[] = [];
  const stopping = new AbortController();
  const measure = async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
    samples.push(JSON.parse(stdout));
  };
  await measure();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      await pause(stopping.signal);
      await measure().catch(() => {});
    }
  })();
  return {
    slowness: () => Math.max(1, ...samples.map(({ cpu, wall }) => wall / cpu)),
    referenceSeconds: () => Math.max(...samples.map(({ cpu }) => cpu)),
    async stop() {
      stopping.abort();
      await watching;
    },
  };
}

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
