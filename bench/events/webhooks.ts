import { setTimeout as sleep } from 'node:timers/promises';
import { type Measurement, median } from '../measurements.ts';
import type { Server } from '../server.ts';
import { createChanges } from './changes.ts';
import type { ClientHandlers } from './clients.ts';
import { quantile } from './quantile.ts';
import type { Received } from './receivers.ts';
import type { Clients } from './rpc.ts';
import type { SeedData } from './seed.ts';

const healthyTargets = 48;
const rounds = 5;
const secondsPerRound = 6;
const maxRoundMs = 25_000;
/** Delivery timeout of the service. After it, a round cannot affect the next one. */
const timeoutMs = 10_000;
const settleMs = 1_000;

interface Round {
  count: number;
  seconds: number;
  delays: number[];
  lost: number;
  duplicated: number;
}

interface Setting {
  server: Server;
  seed: SeedData;
  clients: Clients<ClientHandlers>;
}

/** Measures bursts to 48 healthy webhooks, alternating between none and two failing ones beside them. */
export async function measureWebhooks(
  server: Server,
  seed: SeedData,
  clients: Clients<ClientHandlers>,
): Promise<Measurement[]> {
  const setting = { server, seed, clients };
  const targets = await clients.call('openTargets', { count: healthyTargets });
  for (const url of targets.healthy) await addWebhook(setting, url);
  console.log('Warming up webhooks');
  await measureRound(setting, 20);
  const warm = await measureRound(setting, 100);
  const events = Math.ceil(Math.min(500, Math.max(20, (rateOf([warm]) * secondsPerRound) / healthyTargets)));

  const without: Round[] = [];
  const withFailing: Round[] = [];
  const measureWithout = async () => without.push(await measureRound(setting, events));
  const measureWith = async () =>
    withFailing.push(await measureWithFailing(setting, targets.failing, events));
  for (let round = 1; round <= rounds; round++) {
    console.log(`Webhooks, round ${round} of ${rounds}`);
    // The order alternates, so that it favours neither.
    for (const measure of round % 2 ? [measureWithout, measureWith] : [measureWith, measureWithout])
      await measure();
  }
  return toMeasurements(without, withFailing);
}

async function measureWithFailing(setting: Setting, failing: string[], events: number): Promise<Round> {
  const ids = await Promise.all(failing.map((url) => addWebhook(setting, url)));
  const round = await measureRound(setting, events);
  for (const id of ids) await removeWebhook(setting, id);
  await sleep(timeoutMs);
  return round;
}

async function measureRound({ server, seed, clients }: Setting, events: number): Promise<Round> {
  const { report } = createChanges(server.port, seed);
  const project = seed.projects[0] as SeedData['projects'][number];
  const startedAt = Date.now();
  const alreadyReceived = await clients.call('countReceived', undefined);
  const bugIds = await Promise.all(Array.from({ length: events }, () => report(project)));
  const isOver = async () =>
    (await clients.call('countReceived', undefined)) - alreadyReceived >= events * healthyTargets ||
    Date.now() - startedAt > maxRoundMs;
  while (!(await isOver())) await sleep(20);
  const received = await clients.call('takeReceived', undefined);
  const finishedAt = Math.max(...received.flatMap(({ times }) => times));
  await sleep(settleMs);
  const late = await clients.call('takeReceived', undefined);
  return toRound(
    bugIds,
    received.map((target, index) => merge(target, late[index])),
    startedAt,
    finishedAt,
  );
}

const merge = (target: Received, late: Received | undefined): Received => ({
  bugIds: [...target.bugIds, ...(late?.bugIds ?? [])],
  times: [...target.times, ...(late?.times ?? [])],
});

/** Delays count from the start of the burst. */
function toRound(bugIds: number[], received: Received[], startedAt: number, finishedAt: number): Round {
  const distinct = received.map((target) => new Set(target.bugIds));
  const count = received.reduce((sum, target) => sum + target.bugIds.length, 0);
  return {
    count,
    seconds: (finishedAt - startedAt) / 1000,
    delays: received.flatMap(({ times }) => times.map((time) => time - startedAt)),
    lost: distinct.reduce((sum, ids) => sum + bugIds.filter((id) => !ids.has(id)).length, 0),
    duplicated: count - distinct.reduce((sum, { size }) => sum + size, 0),
  };
}

async function addWebhook({ server, seed }: Setting, url: string): Promise<number> {
  const body = JSON.stringify({ url, events: ['bug.created'] });
  const response = await fetch(webhooksUrl(server, seed), {
    method: 'POST',
    headers: headersOf(seed),
    body,
  });
  if (response.status !== 201)
    throw new Error(`Creating a webhook failed with ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: number }).id;
}

async function removeWebhook({ server, seed }: Setting, id: number): Promise<void> {
  const { authorization } = headersOf(seed);
  await fetch(`${webhooksUrl(server, seed)}/${id}`, { method: 'DELETE', headers: { authorization } });
}

const webhooksUrl = ({ port }: Server, { projects }: SeedData) =>
  `http://127.0.0.1:${port}/api/v1/projects/${projects[0]?.id}/webhooks`;

const headersOf = ({ users, projects }: SeedData) => {
  const owner = users.find(({ teamId }) => teamId === projects[0]?.teamId);
  return { 'content-type': 'application/json', authorization: `Bearer ${owner?.token}` };
};

const rateOf = (measured: Round[]) =>
  measured.reduce((sum, { count }) => sum + count, 0) /
  measured.reduce((sum, { seconds }) => sum + seconds, 0);

function toMeasurements(without: Round[], withFailing: Round[]): Measurement[] {
  const delay = (measured: Round[], share: number) =>
    median(measured.map(({ delays }) => quantile(delays, share)));
  const sum = (read: (round: Round) => number) =>
    [...without, ...withFailing].reduce((total, round) => total + read(round), 0);
  const cost = 1 - rateOf(withFailing) / rateOf(without);
  return [
    { name: `webhook deliveries to ${healthyTargets} healthy targets`, value: rateOf(without), unit: '/s' },
    { name: '  with one hanging and one failing target', value: rateOf(withFailing), unit: '/s' },
    { name: '  throughput lost by these two', value: cost * 100, unit: '%', threshold: { atMost: 10 } },
    { name: '  median latency in a burst, without them', value: delay(without, 0.5), unit: 'ms' },
    { name: '  median latency in a burst, with them', value: delay(withFailing, 0.5), unit: 'ms' },
    { name: '  last delivery of a burst, without them', value: delay(without, 1), unit: 'ms' },
    { name: '  last delivery of a burst, with them', value: delay(withFailing, 1), unit: 'ms' },
    { name: '  lost', value: sum(({ lost }) => lost), unit: '', threshold: { atMost: 0 } },
    { name: '  duplicated', value: sum(({ duplicated }) => duplicated), unit: '', threshold: { atMost: 0 } },
  ];
}
