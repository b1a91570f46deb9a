import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../core/harness.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';

const idle = 5_000;
const watchedMs = 72_000;

interface Slow {
  name: string;
  maxMs: number;
  count: number;
  /** Sent at once. */
  begin: string;
  /** Sent every second. */
  drip: string;
}

const head = (key: string) =>
  `POST /api/v1/bugs HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`;

/** Slowloris-style clients: the service must close their connections in time. */
export const slowClients: Fault = {
  name: 'slow-clients',
  description: `slow headers, stalled bodies, ${idle.toLocaleString('en')} idle connections`,
  async run(harness) {
    const installation = await harness.open({ hasWebhooks: false });
    const { nodes, testTeam, ledger } = installation;
    const [node] = nodes;
    const key = testTeam.projects[0]?.key ?? '';
    const kinds: Slow[] = [
      {
        name: 'slow headers',
        maxMs: 15_000,
        count: 50,
        begin: head(key),
        drip: 'X-Slow: 1\r\n',
      },
      { name: 'no data', maxMs: 15_000, count: 50, begin: '', drip: '' },
      {
        name: 'stalled body',
        maxMs: 30_000,
        count: 50,
        begin: `${head(key)}Content-Length: 5000\r\n\r\n{"title":"`,
        drip: '',
      },
      {
        name: 'idle after a request',
        maxMs: 60_000,
        count: idle,
        begin: 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n',
        drip: '',
      },
    ];
    const reporters = startReporters({ urls: [node.url], testTeam, ledger });
    const visitors = startVisitors(node.url, testTeam);
    const lifetimes = await Promise.all(kinds.map((kind) => measureLifetimes(node.port, kind)));
    await Promise.all([reporters.stop(), visitors.stop()]);
    for (const [index, { name, maxMs, count }] of kinds.entries()) {
      const times = lifetimes[index] ?? [];
      const cut = times.filter((ms) => ms !== null);
      const longest = Math.max(0, ...cut);
      harness.expect(`${name}: closed`, String(count), String(cut.length), cut.length === count);
      harness.within(`${name}: last closed after`, longest, maxMs + slackMs);
    }
    harness.expectResponses('reports from other clients', reporters.tally, [201]);
    harness.expectResponses('lists for other clients', visitors.lists, [200]);
    harness.expectResponses('logins of other clients', visitors.logins, [200]);
    await harness.finish(installation);
  },
};

/** Node checks for expired connections periodically, so a few seconds are added to each limit. */
const slackMs = 5_000;

/** Lifetime of each connection in ms; null if it is still open. */
async function measureLifetimes(port: number, { count, begin, drip }: Slow): Promise<(number | null)[]> {
  const times: (number | null)[] = [];
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index++) {
    // Connections open gradually, as from a real network.
    if (index % 100 === 99) await sleep(20);
    times.push(null);
    const socket = connect({ port, host: '127.0.0.1' });
    const before = performance.now();
    socket.on('error', () => {});
    socket.on('data', () => {});
    socket.on('close', () => {
      times[index] ??= performance.now() - before;
    });
    socket.write(begin);
    sockets.push(socket);
  }
  const dripping = setInterval(() => {
    if (drip) for (const socket of sockets) if (!socket.destroyed) socket.write(drip);
  }, 1_000);
  const giveUpAt = performance.now() + watchedMs;
  while (times.includes(null) && performance.now() < giveUpAt) await sleep(200);
  clearInterval(dripping);
  const result = [...times];
  for (const socket of sockets) socket.destroy();
  return result;
}
