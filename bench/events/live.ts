import { setTimeout as sleep } from 'node:timers/promises';
import { type Measurement, median } from '../measurements.ts';
import { cpuSeconds, residentBytes } from '../processes.ts';
import type { Server } from '../server.ts';
import { type Changes, createChanges } from './changes.ts';
import type { ClientHandlers } from './clients.ts';
import { type Compared, compareLedgers, lastActivity } from './compare.ts';
import { quantile } from './quantile.ts';
import type { Clients } from './rpc.ts';
import { type SeedData, teams, usersPerTeam } from './seed.ts';

const perSecond = 200;
const warmUpSeconds = 15;
const seconds = 20;
const quietMs = 2_000;
const maxWaitMs = 20_000;
/** Number of streams that reconnect during the changes. */
const reconnectingStreams = 100;

/**
 * Measures live streams, one per user, while changes are made. Delays count from the start of the transaction, so they include
 * a little more than the time since the commit.
 */
export async function measureLive(
  server: Server,
  seed: SeedData,
  clients: Clients<ClientHandlers>,
): Promise<Measurement[]> {
  const changes = createChanges(server.port, seed);
  console.log('Warming up');
  await warmUp(server, seed, clients, changes);
  const before = await residentNow(server);
  console.log(`Opening ${seed.users.length} streams`);
  await clients.call('openStreams', { port: server.port, users: seed.users });
  const resident = await residentNow(server);
  const lastId = await lastActivity(seed);
  const cpuBefore = [cpuSeconds(server.pid), cpuSeconds(seed.postmasterPid)] as const;
  console.log(`Making ${perSecond} changes per second for ${seconds} seconds`);
  const [{ made, took }] = await Promise.all([
    changes.make({ perSecond, seconds }),
    clients.call('interruptSome', { port: server.port, count: reconnectingStreams, seconds: seconds - 2 }),
  ]);
  const cpu = [cpuSeconds(server.pid) - cpuBefore[0], cpuSeconds(seed.postmasterPid) - cpuBefore[1]] as const;
  await waitUntilQuiet(clients);
  const ledgers = await clients.call('takeLedgers', undefined);
  await clients.call('closeStreams', undefined);
  return toMeasurements(await compareLedgers(seed, lastId, ledgers), {
    made,
    took,
    perStream: (resident - before) / ledgers.length,
    serviceCpu: cpu[0] / took,
    databaseCpu: cpu[1] / took,
    grown: residentBytes(server.pid) - resident,
  });
}

/** A tenth of the streams and twice the changes, until code is compiled and memory is that of a busy service. */
async function warmUp(
  server: Server,
  { users }: SeedData,
  clients: Clients<ClientHandlers>,
  changes: Changes,
): Promise<void> {
  await clients.call('openStreams', { port: server.port, users: users.slice(0, users.length / 10) });
  await changes.make({ perSecond: 2 * perSecond, seconds: warmUpSeconds });
  await clients.call('closeStreams', undefined);
}

/** Median resident memory over three seconds without changes. */
async function residentNow(server: Server): Promise<number> {
  const samples: number[] = [];
  for (let count = 0; count < 15; count++) {
    await sleep(200);
    samples.push(residentBytes(server.pid));
  }
  return median(samples);
}

/** Waits until no more events arrive. */
async function waitUntilQuiet(clients: Clients<ClientHandlers>): Promise<void> {
  let before = -1;
  for (let waited = 0; waited < maxWaitMs; waited += quietMs) {
    const count = await clients.call('countEvents', undefined);
    if (count === before) return;
    before = count;
    await sleep(quietMs);
  }
}

interface Totals {
  made: number;
  /** Seconds until the last response. */
  took: number;
  perStream: number;
  serviceCpu: number;
  databaseCpu: number;
  /** Growth of the service's memory in bytes since all streams were open. */
  grown: number;
}

function toMeasurements(
  compared: Compared,
  { made, took, perStream, serviceCpu, databaseCpu, grown }: Totals,
): Measurement[] {
  const { delays } = compared;
  return [
    { name: `streams open (${teams} teams of ${usersPerTeam})`, value: teams * usersPerTeam, unit: '' },
    { name: 'changes made', value: made / took, unit: '/s', threshold: { atLeast: 0.95 * perSecond } },
    { name: 'events received', value: compared.delivered / took, unit: '/s' },
    { name: '  latency, median', value: quantile(delays, 0.5), unit: 'ms' },
    { name: '  latency, p99', value: quantile(delays, 0.99), unit: 'ms', threshold: { atMost: 500 } },
    { name: '  latency, max', value: quantile(delays, 1), unit: 'ms' },
    { name: '  memory per stream', value: perStream / 1024, unit: 'KB', threshold: { atMost: 60 } },
    { name: '  memory growth during the changes, garbage included', value: grown / 2 ** 20, unit: 'MB' },
    {
      name: '  changes without activity',
      value: made - compared.recorded,
      unit: '',
      threshold: { atMost: 0 },
    },
    { name: '  lost', value: compared.lost, unit: '', threshold: { atMost: 0 } },
    { name: '  duplicated', value: compared.duplicated, unit: '', threshold: { atMost: 0 } },
    { name: '  streams out of order', value: compared.outOfOrder, unit: '', threshold: { atMost: 0 } },
    { name: '  streams closed by the service', value: compared.ended, unit: '', threshold: { atMost: 0 } },
    { name: '  CPU cores used by the service', value: serviceCpu, unit: '' },
    { name: '  CPU cores used by the database', value: databaseCpu, unit: '' },
  ];
}
