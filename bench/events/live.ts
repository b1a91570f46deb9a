import { setTimeout as sleep } from 'node:timers/promises';
import { type Finding, median } from '../findings.ts';
import { cpuSeconds, residentBytes } from '../processes.ts';
import type { Server } from '../server.ts';
import { type Changes, createChanges } from './changes.ts';
import type { ClientHandlers } from './clients.ts';
import { type Compared, compareLedgers, lastActivity } from './compare.ts';
import { type Filled, peoplePerTeam, teams } from './fill.ts';
import { quantile } from './quantile.ts';
import type { Clients } from './rpc.ts';

const perSecond = 200;
const warmUpSeconds = 15;
const seconds = 20;
const quietMs = 2_000;
const longestWaitMs = 20_000;
/** How many streams are closed and opened again while changes are made. */
const restless = 100;

/**
 * Measures live streams: every person has one open while changes are made. The delay is counted from the time of the activity,
 * which is when its transaction began; so it includes a little more than what passes after the commit.
 */
export async function measureLive(
  server: Server,
  filled: Filled,
  clients: Clients<ClientHandlers>,
): Promise<Finding[]> {
  const changes = createChanges(server.port, filled);
  console.log('warming up');
  await warmUp(server, filled, clients, changes);
  const before = await residentNow(server);
  console.log(`opening ${filled.users.length} streams`);
  await clients.ask('openStreams', { port: server.port, users: filled.users });
  const resident = await residentNow(server);
  const lastId = await lastActivity(filled);
  const cpuBefore = [cpuSeconds(server.pid), cpuSeconds(filled.postmasterPid)] as const;
  console.log(`making ${perSecond} changes a second for ${seconds} seconds`);
  const [{ made, took }] = await Promise.all([
    changes.make({ perSecond, seconds }),
    clients.ask('interruptSome', { port: server.port, count: restless, seconds: seconds - 2 }),
  ]);
  const cpu = [
    cpuSeconds(server.pid) - cpuBefore[0],
    cpuSeconds(filled.postmasterPid) - cpuBefore[1],
  ] as const;
  await untilQuiet(clients);
  const ledgers = await clients.ask('takeLedgers', undefined);
  await clients.ask('closeStreams', undefined);
  return toFindings(await compareLedgers(filled, lastId, ledgers), {
    made,
    took,
    perStream: (resident - before) / ledgers.length,
    serviceCpu: cpu[0] / took,
    databaseCpu: cpu[1] / took,
    grown: residentBytes(server.pid) - resident,
  });
}

/** Warms up with a tenth of the streams and twice the changes: code is compiled, and memory is that of a busy service. */
async function warmUp(
  server: Server,
  { users }: Filled,
  clients: Clients<ClientHandlers>,
  changes: Changes,
): Promise<void> {
  await clients.ask('openStreams', { port: server.port, users: users.slice(0, users.length / 10) });
  await changes.make({ perSecond: 2 * perSecond, seconds: warmUpSeconds });
  await clients.ask('closeStreams', undefined);
}

/** The resident memory while nothing happens, because changes leave garbage. It is the median over some seconds. */
async function residentNow(server: Server): Promise<number> {
  const samples: number[] = [];
  for (let count = 0; count < 15; count++) {
    await sleep(200);
    samples.push(residentBytes(server.pid));
  }
  return median(samples);
}

/** Waits until no more events have come for a while. */
async function untilQuiet(clients: Clients<ClientHandlers>): Promise<void> {
  let before = -1;
  for (let waited = 0; waited < longestWaitMs; waited += quietMs) {
    const count = await clients.ask('countEvents', undefined);
    if (count === before) return;
    before = count;
    await sleep(quietMs);
  }
}

interface Circumstances {
  made: number;
  /** Seconds until the last change was answered. */
  took: number;
  perStream: number;
  serviceCpu: number;
  databaseCpu: number;
  /** How much the service's memory has grown since all streams were open, in bytes. */
  grown: number;
}

function toFindings(
  compared: Compared,
  { made, took, perStream, serviceCpu, databaseCpu, grown }: Circumstances,
): Finding[] {
  const { delays } = compared;
  return [
    { name: `streams open (${teams} teams of ${peoplePerTeam})`, value: teams * peoplePerTeam, unit: '' },
    { name: 'changes answered', value: made / took, unit: '/s', bar: { atLeast: 0.95 * perSecond } },
    { name: 'events received', value: compared.delivered / took, unit: '/s' },
    { name: '  from the change to its receipt, median', value: quantile(delays, 0.5), unit: 'ms' },
    { name: '  99th percentile', value: quantile(delays, 0.99), unit: 'ms', bar: { atMost: 500 } },
    { name: '  longest', value: quantile(delays, 1), unit: 'ms' },
    { name: '  memory for each stream', value: perStream / 1024, unit: 'KB', bar: { atMost: 60 } },
    { name: '  memory taken by all changes, garbage included', value: grown / 2 ** 20, unit: 'MB' },
    { name: '  changes without activity', value: made - compared.noted, unit: '', bar: { atMost: 0 } },
    { name: '  lost', value: compared.lost, unit: '', bar: { atMost: 0 } },
    { name: '  doubled', value: compared.doubled, unit: '', bar: { atMost: 0 } },
    { name: '  streams out of order', value: compared.outOfOrder, unit: '', bar: { atMost: 0 } },
    { name: '  streams that ended', value: compared.ended, unit: '', bar: { atMost: 0 } },
    { name: '  processors used by the service', value: serviceCpu, unit: '' },
    { name: '  processors used by the database', value: databaseCpu, unit: '' },
  ];
}
