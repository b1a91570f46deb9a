import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds } from '../cpu.ts';
import { type Finding, median } from '../findings.ts';
import { residentBytes } from '../memory.ts';
import type { Server } from '../server.ts';
import { type Changes, createChanges } from './changes.ts';
import type { ClientHandlers } from './clients.ts';
import { type Filled, peoplePerTeam, teams } from './fill.ts';
import { quantile } from './quantile.ts';
import type { Clients } from './rpc.ts';
import type { Ledger } from './streams.ts';

const perSecond = 200;
const warmUpSeconds = 15;
const seconds = 20;
const settleMs = 2_000;
/** Streams that leave and come back while changes are made. */
const restless = 100;

/**
 * Every person has a stream open while changes are made. The delay is counted from the moment that the activity bears,
 * which is that of the beginning of its transaction: it holds a little more than what passes after the commit.
 */
export async function measureLive(
  server: Server,
  filled: Filled,
  clients: Clients<ClientHandlers>,
): Promise<Finding[]> {
  const changes = createChanges(server.port, filled);
  console.log('warming up');
  await warmUp(server, filled, clients, changes);
  const before = await residentWhile(server, changes.make({ perSecond, seconds: 5 }));

  console.log(`opening ${filled.users.length} streams`);
  await clients.ask('openStreams', { port: server.port, users: filled.users });
  const lastId = await lastActivity(filled);
  const cpuBefore = [cpuSeconds(server.pid), cpuSeconds(filled.postmasterPid)] as const;
  console.log(`making ${perSecond} changes a second for ${seconds} seconds`);
  const startedAt = performance.now();
  const making = changes.make({ perSecond, seconds });
  clients.ask('interruptSome', { port: server.port, count: restless, seconds: seconds - 2 });
  const resident = await residentWhile(server, making);
  const made = await making;
  const took = (performance.now() - startedAt) / 1000;
  const cpu = [
    cpuSeconds(server.pid) - cpuBefore[0],
    cpuSeconds(filled.postmasterPid) - cpuBefore[1],
  ] as const;
  await sleep(settleMs);
  const ledgers = await clients.ask('takeLedgers', undefined);
  await clients.ask('closeStreams', undefined);
  return toFindings(await compare(filled, lastId, ledgers), {
    made,
    took,
    perStream: (resident - before) / ledgers.length,
    serviceCpu: cpu[0] / took,
    databaseCpu: cpu[1] / took,
  });
}

/** With a tenth of the streams and twice the changes, so that memory grows no more when it is measured. */
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

/** The median of what the service's processes have in use, over the last half of the time. */
async function residentWhile(server: Server, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  work.finally(() => {
    isDone = true;
  });
  const samples: number[] = [];
  while (!isDone) {
    samples.push(residentBytes(server.pid));
    await sleep(200);
  }
  await work;
  return median(samples.slice(samples.length / 2));
}

async function lastActivity({ db }: Filled): Promise<number> {
  const row = await db
    .selectFrom('activity')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return row.id;
}

interface Compared {
  noted: number;
  delivered: number;
  lost: number;
  doubled: number;
  outOfOrder: number;
  ended: number;
  delays: number[];
}

/** Every stream must have got what its team's activity says, in that order; delays are those of streams that stayed. */
async function compare({ db, users }: Filled, lastId: number, ledgers: Ledger[]): Promise<Compared> {
  const rows = await db
    .selectFrom('activity')
    .select(['id', 'team_id', 'created_at'])
    .where('id', '>', lastId)
    .orderBy('xid')
    .orderBy('id')
    .execute();
  const createdAt = new Map(rows.map((row) => [row.id, row.created_at.getTime()]));
  const byTeam = Map.groupBy(rows, ({ team_id }) => team_id);
  const teamOf = new Map(users.map(({ id, teamId }) => [id, teamId]));
  const result: Compared = {
    noted: rows.length,
    delivered: 0,
    lost: 0,
    doubled: 0,
    outOfOrder: 0,
    ended: 0,
    delays: [],
  };
  for (const { userId, ids, times, hasLeft, isOpen } of ledgers) {
    const expected = (byTeam.get(teamOf.get(userId) ?? 0) ?? []).map(({ id }) => id);
    const got = new Set(ids);
    result.delivered += ids.length;
    result.lost += expected.filter((id) => !got.has(id)).length;
    result.doubled += ids.length - got.size;
    if (ids.join() !== expected.join()) result.outOfOrder++;
    if (!isOpen) result.ended++;
    if (!hasLeft)
      ids.forEach((id, index) => {
        result.delays.push((times[index] ?? 0) - (createdAt.get(id) ?? 0));
      });
  }
  return result;
}

interface Circumstances {
  made: number;
  /** Seconds until the last change was answered. */
  took: number;
  perStream: number;
  serviceCpu: number;
  databaseCpu: number;
}

function toFindings(
  compared: Compared,
  { made, took, perStream, serviceCpu, databaseCpu }: Circumstances,
): Finding[] {
  const { delays } = compared;
  return [
    { name: `streams open (${teams} teams of ${peoplePerTeam})`, value: teams * peoplePerTeam, unit: '' },
    { name: 'changes answered', value: made / took, unit: '/s' },
    { name: 'events received', value: compared.delivered / took, unit: '/s' },
    { name: '  from the change to its receipt, median', value: quantile(delays, 0.5), unit: 'ms' },
    { name: '  99th percentile', value: quantile(delays, 0.99), unit: 'ms', bar: { atMost: 500 } },
    { name: '  longest', value: quantile(delays, 1), unit: 'ms' },
    { name: '  memory for each stream', value: perStream / 1024, unit: 'KB', bar: { atMost: 60 } },
    { name: '  changes without activity', value: made - compared.noted, unit: '', bar: { atMost: 0 } },
    { name: '  lost', value: compared.lost, unit: '', bar: { atMost: 0 } },
    { name: '  doubled', value: compared.doubled, unit: '', bar: { atMost: 0 } },
    { name: '  streams out of order', value: compared.outOfOrder, unit: '', bar: { atMost: 0 } },
    { name: '  streams that ended', value: compared.ended, unit: '', bar: { atMost: 0 } },
    { name: '  processors used by the service', value: serviceCpu, unit: '' },
    { name: '  processors used by the database', value: databaseCpu, unit: '' },
  ];
}
