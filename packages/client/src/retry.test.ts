import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { aPerson, aProject, aReport } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import { createClient } from './index.ts';

const node = await startService();
const person = await aPerson(node);
const project = await aProject(person);

interface Proxy {
  baseUrl: string;
  /** Time of each request in milliseconds. */
  arrivals: number[];
}

/** A proxy that rejects the first requests, like an overloaded one. */
async function aProxy(refusals: { status: number; headers?: Record<string, string> }[]): Promise<Proxy> {
  const arrivals: number[] = [];
  const server = createServer((incoming, answer) => {
    arrivals.push(performance.now());
    const refusal = refusals[arrivals.length - 1];
    if (!refusal) return pass(incoming, answer);
    incoming.resume();
    if (refusal.status === 0) return incoming.destroy();
    answer.writeHead(refusal.status, refusal.headers).end('<h1>Busy</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, arrivals };
}

function pass(incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = incoming;
  const options = { ...(method && { method }), headers };
  const outgoing = forward(`${node.url}${incoming.url}`, options, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  });
  incoming.pipe(outgoing);
}

const credential = { token: person.token };
const retries = { baseMs: 1 };

it('retries after Retry-After, and not before', async () => {
  const { baseUrl, arrivals } = await aProxy([
    { status: 429, headers: { 'retry-after': '1' } },
    { status: 503, headers: { 'retry-after': new Date(Date.now() - 60_000).toUTCString() } },
  ]);
  const { data } = await createClient({ baseUrl, credential, retries }).GET('/api/v1/teams');
  expect(data?.total).toBe(1);
  expect(arrivals).toHaveLength(3);
  expect(Number(arrivals[1]) - Number(arrivals[0])).toBeGreaterThanOrEqual(990);
});

it('retries after a broken connection', async () => {
  const { baseUrl, arrivals } = await aProxy([{ status: 0 }, { status: 0 }]);
  expect((await createClient({ baseUrl, credential, retries }).GET('/api/v1/teams')).ok).toBe(true);
  expect(arrivals).toHaveLength(3);
});

it('returns the last error after all attempts', async () => {
  const { baseUrl, arrivals } = await aProxy(Array(9).fill({ status: 503 }));
  const { error } = await createClient({ baseUrl, credential, retries }).GET('/api/v1/teams');
  expect(error).toMatchObject({
    kind: 'refused',
    status: 503,
    detail: 'Service Unavailable',
    body: undefined,
  });
  expect(arrivals).toHaveLength(4);
});

it('returns the response if Retry-After is too long', async () => {
  const { baseUrl, arrivals } = await aProxy([{ status: 429, headers: { 'retry-after': '3600' } }]);
  const { error } = await createClient({ baseUrl, credential }).GET('/api/v1/teams');
  expect(error).toMatchObject({ kind: 'refused', status: 429, retryAfter: 3600 });
  expect(arrivals).toHaveLength(1);
});

it('retries a POST only with an Idempotency-Key, with its complete body', async () => {
  const busy = { status: 503, headers: { 'retry-after': '0' } };
  const first = await aProxy([busy]);
  const options = { credential: { apiKey: project.api_key }, retries };
  const sender = createClient({ ...options, baseUrl: first.baseUrl });
  const refused = await sender.POST('/api/v1/bugs', { body: aReport() });
  expect(refused.error).toMatchObject({ status: 503 });
  expect(first.arrivals).toHaveLength(1);

  const second = await aProxy([busy, { status: 0 }]);
  const patient = createClient({ ...options, baseUrl: second.baseUrl });
  const params = { header: { 'Idempotency-Key': 'once' } };
  const { data } = await patient.POST('/api/v1/bugs', { params, body: aReport({ title: 'Twice' }) });
  expect(data?.title).toBe('Twice');
  expect(second.arrivals).toHaveLength(3);
});

it('stops waiting when it is aborted', async () => {
  const { baseUrl, arrivals } = await aProxy([{ status: 429, headers: { 'retry-after': '20' } }]);
  const leaving = new AbortController();
  const pending = createClient({ baseUrl, credential }).GET('/api/v1/teams', { signal: leaving.signal });
  await expect.poll(() => arrivals.length).toBe(1);
  leaving.abort('left the page');
  expect((await pending).error).toMatchObject({ kind: 'aborted', cause: 'left the page' });
});
