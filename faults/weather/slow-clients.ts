import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../core/fault.ts';
import { startReporters } from '../core/reporters.ts';
import { startVisitors } from '../core/visitors.ts';

const idle = 5_000;
const watchedMs = 72_000;

interface Slow {
  what: string;
  mostMs: number;
  count: number;
  /** What it sends at the beginning, and then every second. */
  begin: string;
  drip: string;
}

const head = (key: string) =>
  `POST /api/v1/bugs HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n`;

/** Clients that take their time: the service takes theirs only for so long. */
export const slowClients: Fault = {
  name: 'slow-clients',
  about: `slow headers, bodies that stop, ${idle.toLocaleString('en')} idle connections`,
  async run(hand) {
    const installation = await hand.open({ hasWebhooks: false });
    const { nodes, place, ledger } = installation;
    const [node] = nodes;
    const key = place.projects[0]?.key ?? '';
    const kinds: Slow[] = [
      {
        what: 'headers that come one by one',
        mostMs: 15_000,
        count: 50,
        begin: head(key),
        drip: 'X-Slow: 1\r\n',
      },
      { what: 'nothing at all', mostMs: 15_000, count: 50, begin: '', drip: '' },
      {
        what: 'a body that stops',
        mostMs: 30_000,
        count: 50,
        begin: `${head(key)}Content-Length: 5000\r\n\r\n{"title":"`,
        drip: '',
      },
      {
        what: 'idle after a request',
        mostMs: 60_000,
        count: idle,
        begin: 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n',
        drip: '',
      },
    ];
    const reporters = startReporters({ urls: [node.url], place, ledger });
    const visitors = startVisitors(node.url, place);
    const lasted = await Promise.all(kinds.map((kind) => howLong(node.port, kind)));
    await Promise.all([reporters.stop(), visitors.stop()]);
    for (const [index, { what, mostMs, count }] of kinds.entries()) {
      const times = lasted[index] ?? [];
      const cut = times.filter((ms) => ms !== null);
      const longest = Math.max(0, ...cut);
      hand.expect(`${what}: cut off`, String(count), String(cut.length), cut.length === count);
      hand.within(`${what}: the last cut off after`, longest, mostMs + slackMs);
    }
    hand.answered('reports meanwhile', reporters.tally, [201]);
    hand.answered('lists meanwhile', visitors.lists, [200]);
    hand.answered('log-ins meanwhile', visitors.logins, [200]);
    await hand.conclude(installation);
  },
};

/** Servers look for such connections now and then, so that a few seconds are added to each bar. */
const slackMs = 5_000;

/** How long each connection lasted; null for one that is open still. */
async function howLong(port: number, { count, begin, drip }: Slow): Promise<(number | null)[]> {
  const times: (number | null)[] = [];
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index++) {
    // They come a few at a time, as they would from elsewhere.
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
  const seen = [...times];
  for (const socket of sockets) socket.destroy();
  return seen;
}
