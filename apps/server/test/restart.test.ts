import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aReport } from './builders.ts';
import type { Client } from './client.ts';
import { openStreamAt, type StreamEvent } from './event-stream.ts';
import { anOwnPostgres, type OwnPostgres } from './own-postgres.ts';
import { aProjectIn } from './process-builders.ts';
import { runService, type ServiceProcess } from './service-process.ts';
import { startReceiver } from './webhook-receiver.ts';

const bugCount = 6;
const pickFrom = <T>(list: T[]) => list[randomInt(list.length)] as T;
const idsOf = (events: StreamEvent[]) => events.map(({ id }) => id);
const inOrder = (ids: number[]) => ids.toSorted((one, other) => one - other);

/** Two services on one PostgreSQL, and a user with bugs and a webhook. */
async function aPlace({ settings }: OwnPostgres) {
  const services = await Promise.all([runService(settings), runService(settings)]);
  const { token, owner, project } = await aProjectIn(services[0].api);
  const receiver = await startReceiver();
  const webhook = { url: receiver.url, events: ['bug.created', 'bug.updated'] };
  await owner.retrying().post(`/api/v1/projects/${project.id}/webhooks`, webhook);
  const sender = services[0].api.retrying().with({ 'x-api-key': project.api_key });
  const reported = await Promise.all(
    Array.from({ length: bugCount }, () => sender.post('/api/v1/bugs', aReport())),
  );
  // A failed report would cause 404 below.
  expect(reported.map(({ status }) => status)).toEqual(reported.map(() => 201));
  const bugIds = reported.map(({ body }) => body.id as number);
  const apis = services.map(({ api }) => api.with({ authorization: `Bearer ${token}` }));
  return { services, apis, token, bugIds, receiver };
}

/** Changes bugs repeatedly and retries failures. Returns the statuses when stopped. */
function keepChanging(apis: Client[], bugIds: number[]): () => Promise<Set<number>> {
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const statuses = new Set<number>();
  const writers = bugIds.map(async (id) => {
    for (let turn = 0; !stopping.signal.aborted; ) {
      const change = { status: turn % 2 ? 'open' : 'closed' };
      const answer = await pickFrom(apis)
        .patch(`/api/v1/bugs-admin/${id}`, change)
        .catch(() => null);
      statuses.add(answer?.status ?? 0);
      if (answer?.status === 200) turn++;
      await sleep(20);
    }
  });
  return async () => {
    stopping.abort();
    await Promise.all(writers);
    return statuses;
  };
}

/** Reconnects to either service until it has so many events. */
async function readWithReconnects(services: ServiceProcess[], token: string, count: () => number) {
  const seen: StreamEvent[] = [];
  let lastEventId = '0';
  while (seen.length < count()) {
    const stream = await openStreamAt(pickFrom(services).url, { token, lastEventId }).catch(() => null);
    await sleep(randomInt(50, 150));
    await stream?.close();
    lastEventId = stream?.lastEventId() || lastEventId;
    seen.push(...(stream?.events ?? []));
  }
  return seen;
}

it.each([
  ['is shut down and started again', (postgres: OwnPostgres) => postgres.restart(1_500)],
  ['crashes and comes back', (postgres: OwnPostgres) => postgres.crash()],
])('when PostgreSQL %s, streams get all once, and webhooks all', async (_what, interrupt) => {
  const postgres = await anOwnPostgres();
  const { services, apis, token, bugIds, receiver } = await aPlace(postgres);
  // A stream opened before the reports are numbered would receive them too.
  await expect.poll(() => postgres.query('select from outbox')).toEqual([]);
  const urls = services.flatMap(({ url }) => [url, url]);
  // On a slow machine a stream may also get 503.
  const kept = await Promise.all(
    urls.map((url) => vi.waitFor(() => openStreamAt(url, { token }), { timeout: 300_000, interval: 100 })),
  );
  let count = Number.POSITIVE_INFINITY;
  const restless = readWithReconnects(services, token, () => count);

  const stopChanging = keepChanging(apis, bugIds);
  for (const stream of kept) await stream.receive(bugCount);
  await interrupt(postgres);
  const received = kept.map(({ events }) => events.length);
  for (const [index, stream] of kept.entries()) await stream.receive((received[index] ?? 0) + bugCount * 3);
  // A change is one statement, so after a lost connection its outcome is unknown.
  expect([...(await stopChanging())].filter((status) => ![200, 503, 504].includes(status))).toEqual([]);

  const rows = await postgres.query('select id::integer from activity order by id');
  const all: number[] = rows.map(({ id }) => id);
  count = all.length;
  for (const stream of kept) {
    await stream.receive(count - bugCount);
    expect(inOrder(idsOf(stream.events))).toEqual(all.slice(bugCount));
  }
  expect(inOrder(idsOf(await restless))).toEqual(all);
  await expect
    .poll(() => new Set(receiver.received.map(({ body }) => body.id)))
    .toEqual(new Set(all.map((id) => `evt_${id}`)));
  for (const { end } of services) expect(await end('SIGTERM')).toBe(0);
});
