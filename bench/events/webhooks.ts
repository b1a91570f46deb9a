import { setTimeout as sleep } from 'node:timers/promises';
import { type Finding, median } from '../findings.ts';
import type { Server } from '../server.ts';
import { createChanges } from './changes.ts';
import type { ClientHandlers } from './clients.ts';
import type { Filled } from './fill.ts';
import { quantile } from './quantile.ts';
import type { Received } from './receivers.ts';
import type { Clients } from './rpc.ts';

const healthyTargets = 48;
const rounds = 5;
const secondsPerRound = 6;
const longestRoundMs = 25_000;
/** A delivery to a target that hangs is given up after ten seconds; after that, a round cannot disturb the next one. */
const timeoutMs = 10_000;
const settleMs = 1_000;

interface Round {
  count: number;
  seconds: number;
  delays: number[];
  lost: number;
  doubled: number;
}

interface Setting {
  server: Server;
  filled: Filled;
  clients: Clients<ClientHandlers>;
}

/** Measures bursts of reports to 48 healthy webhooks, by turns without and with one that hangs and one that fails. */
export async function measureWebhooks(
  server: Server,
  filled: Filled,
  clients: Clients<ClientHandlers>,
): Promise<Finding[]> {
  const setting = { server, filled, clients };
  const targets = await clients.ask('openTargets', { count: healthyTargets });
  for (const url of targets.healthy) await addWebhook(setting, url);
  console.log('warming up webhooks');
  await measureRound(setting, 20);
  const warm = await measureRound(setting, 100);
  const events = Math.ceil(Math.min(500, Math.max(20, (rateOf([warm]) * secondsPerRound) / healthyTargets)));

  const without: Round[] = [];
  const withSick: Round[] = [];
  const measureWithout = async () => without.push(await measureRound(setting, events));
  const measureWith = async () => withSick.push(await measureBesideSick(setting, targets.sick, events));
  for (let round = 1; round <= rounds; round++) {
    console.log(`webhooks, round ${round} of ${rounds}`);
    // They take turns in being first, so that the order favours neither.
    for (const measure of round % 2 ? [measureWithout, measureWith] : [measureWith, measureWithout])
      await measure();
  }
  return toFindings(without, withSick);
}

async function measureBesideSick(setting: Setting, sick: string[], events: number): Promise<Round> {
  const ids = await Promise.all(sick.map((url) => addWebhook(setting, url)));
  const round = await measureRound(setting, events);
  for (const id of ids) await removeWebhook(setting, id);
  await sleep(timeoutMs);
  return round;
}

async function measureRound({ server, filled, clients }: Setting, events: number): Promise<Round> {
  const { report } = createChanges(server.port, filled);
  const project = filled.projects[0] as Filled['projects'][number];
  const startedAt = Date.now();
  const alreadyReceived = await clients.ask('countReceived', undefined);
  const bugIds = await Promise.all(Array.from({ length: events }, () => report(project)));
  const isOver = async () =>
    (await clients.ask('countReceived', undefined)) - alreadyReceived >= events * healthyTargets ||
    Date.now() - startedAt > longestRoundMs;
  while (!(await isOver())) await sleep(20);
  const received = await clients.ask('takeReceived', undefined);
  const finishedAt = Math.max(...received.flatMap(({ times }) => times));
  await sleep(settleMs);
  const late = await clients.ask('takeReceived', undefined);
  return toRound(
    bugIds,
    received.map((target, index) => joined(target, late[index])),
    startedAt,
    finishedAt,
  );
}

const joined = (target: Received, late: Received | undefined): Received => ({
  bugIds: [...target.bugIds, ...(late?.bugIds ?? [])],
  times: [...target.times, ...(late?.times ?? [])],
});

/** Delays are counted from the moment that the burst began. */
function toRound(bugIds: number[], received: Received[], startedAt: number, finishedAt: number): Round {
  const distinct = received.map((target) => new Set(target.bugIds));
  const count = received.reduce((sum, target) => sum + target.bugIds.length, 0);
  return {
    count,
    seconds: (finishedAt - startedAt) / 1000,
    delays: received.flatMap(({ times }) => times.map((time) => time - startedAt)),
    lost: distinct.reduce((sum, got) => sum + bugIds.filter((id) => !got.has(id)).length, 0),
    doubled: count - distinct.reduce((sum, { size }) => sum + size, 0),
  };
}

async function addWebhook({ server, filled }: Setting, url: string): Promise<number> {
  const body = JSON.stringify({ url, events: ['bug.created'] });
  const response = await fetch(webhooksUrl(server, filled), {
    method: 'POST',
    headers: headersOf(filled),
    body,
  });
  if (response.status !== 201)
    throw new Error(`A webhook was answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { id: number }).id;
}

async function removeWebhook({ server, filled }: Setting, id: number): Promise<void> {
  const { authorization } = headersOf(filled);
  await fetch(`${webhooksUrl(server, filled)}/${id}`, { method: 'DELETE', headers: { authorization } });
}

const webhooksUrl = ({ port }: Server, { projects }: Filled) =>
  `http://127.0.0.1:${port}/api/v1/projects/${projects[0]?.id}/webhooks`;

const headersOf = ({ users, projects }: Filled) => {
  const owner = users.find(({ teamId }) => teamId === projects[0]?.teamId);
  return { 'content-type': 'application/json', authorization: `Bearer ${owner?.token}` };
};

const rateOf = (measured: Round[]) =>
  measured.reduce((sum, { count }) => sum + count, 0) /
  measured.reduce((sum, { seconds }) => sum + seconds, 0);

function toFindings(without: Round[], withSick: Round[]): Finding[] {
  const delay = (measured: Round[], share: number) =>
    median(measured.map(({ delays }) => quantile(delays, share)));
  const sum = (read: (round: Round) => number) =>
    [...without, ...withSick].reduce((total, round) => total + read(round), 0);
  const cost = 1 - rateOf(withSick) / rateOf(without);
  return [
    { name: `webhook deliveries to ${healthyTargets} healthy targets`, value: rateOf(without), unit: '/s' },
    { name: '  with one that hangs and one that fails', value: rateOf(withSick), unit: '/s' },
    { name: '  what these two cost', value: cost * 100, unit: '%', bar: { atMost: 10 } },
    { name: '  median delivery in a burst, without them', value: delay(without, 0.5), unit: 'ms' },
    { name: '  median delivery in a burst, with them', value: delay(withSick, 0.5), unit: 'ms' },
    { name: '  last delivery of a burst, without them', value: delay(without, 1), unit: 'ms' },
    { name: '  last delivery of a burst, with them', value: delay(withSick, 1), unit: 'ms' },
    { name: '  lost', value: sum(({ lost }) => lost), unit: '', bar: { atMost: 0 } },
    { name: '  doubled', value: sum(({ doubled }) => doubled), unit: '', bar: { atMost: 0 } },
  ];
}
