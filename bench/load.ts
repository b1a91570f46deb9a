// Run as a process of its own: keeps a number of connections busy with prepared requests for some seconds, then prints
// one line of JSON. Written against sockets, so that it takes as little processor time from the service as it can.
import { connect } from 'node:net';

export interface LoadPlan {
  port: number;
  connections: number;
  seconds: number;
  /** Whole HTTP requests; each connection walks through them from a place of its own. */
  requests: string[];
}

export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  failures: number;
  cpuSeconds: number;
}

const plan: LoadPlan = JSON.parse(await readInput());
const requests = plan.requests.map((request) => Buffer.from(request));
const latencies: number[] = [];
let failures = 0;

const startedAt = performance.now();
const endsAt = startedAt + plan.seconds * 1000;
await Promise.all(Array.from({ length: plan.connections }, (_, index) => keepBusy(index * 7919)));
const seconds = (performance.now() - startedAt) / 1000;

latencies.sort((a, b) => a - b);
const usage = process.cpuUsage();
const result: LoadResult = {
  perSecond: latencies.length / seconds,
  p50: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
  p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
  failures,
  cpuSeconds: (usage.user + usage.system) / 1e6,
};
console.log(JSON.stringify(result));

function keepBusy(first: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: plan.port, host: '127.0.0.1', noDelay: true });
    let next = first;
    let sentAt = 0;
    let pending: Buffer = Buffer.alloc(0);
    const send = () => {
      sentAt = performance.now();
      socket.write(requests[next++ % requests.length] as Buffer);
    };
    socket
      .on('connect', send)
      .on('error', reject)
      .on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const size = responseSize(pending);
      if (size === undefined || pending.length < size) return;
      const now = performance.now();
      latencies.push(now - sentAt);
      if (pending[9] !== 0x32) failures++;
      pending = Buffer.alloc(0);
      if (now < endsAt) send();
      else socket.destroy();
    });
  });
}

function responseSize(response: Buffer): number | undefined {
  const headersEnd = response.indexOf('\r\n\r\n');
  if (headersEnd < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(response.toString('latin1', 0, headersEnd))?.[1];
  return headersEnd + 4 + Number(length);
}

async function readInput(): Promise<string> {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  return text;
}
