import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../test/builders.ts';
import { startService } from '../../test/harness.ts';
import { hold, whenBlocked } from '../../test/hold.ts';
import { countStatuses } from '../../test/samples.ts';
import { aLargeList, aRequest, sendUnread } from '../../test/unread-responses.ts';

const node = await startService();
const ada = await aPerson(node);
const stranger = await aPerson(node);
const me = '/api/v1/me';

const statusOf = async ({ api }: typeof ada) => (await api.get(me)).status;

describe('a user who does not read', () => {
  it('gets no further answers, while others do', async () => {
    const largeList = await aLargeList(node, ada);
    const sockets = Array.from({ length: 5 }, () =>
      sendUnread(node, `${aRequest(ada, largeList)}\r\n`.repeat(4)),
    );
    await expect.poll(() => statusOf(ada)).toBe(429);
    const refused = await ada.api.get(me);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body).toEqual({ detail: expect.stringContaining('Too many concurrent requests') });
    expect(await statusOf(stranger)).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => statusOf(ada)).toBe(200);
  });

  it('does not make the process work on what is not going to be read', async () => {
    const largeList = await aLargeList(node, ada);
    const request = aRequest(ada, largeList);
    const socket = sendUnread(node, `${`${request}\r\n`.repeat(39)}${request}connection: close\r\n\r\n`);
    await expect.poll(() => statusOf(ada)).toBe(429);
    const counts = { 'HTTP/1.1 200': 0, 'HTTP/1.1 429': 0 };
    let end = '';
    for await (const chunk of socket) {
      const text = end + chunk.toString('latin1');
      for (const line of ['HTTP/1.1 200', 'HTTP/1.1 429'] as const)
        counts[line] += text.split(line).length - 1;
      end = text.slice(-11);
    }
    expect(counts['HTTP/1.1 200'] + counts['HTTP/1.1 429']).toBe(40);
    expect(counts['HTTP/1.1 429']).toBeGreaterThan(20);
  });
});

describe('a body that does not come', () => {
  it('counts for the user who has announced it, and for no other', async () => {
    const head = `${aRequest(ada, me, 'PATCH')}content-type: application/json\r\ncontent-length: 250000\r\n\r\n{`;
    const sockets = Array.from({ length: 150 }, () => sendUnread(node, head));
    await expect.poll(() => statusOf(ada)).toBe(429);
    expect(await statusOf(stranger)).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => statusOf(ada)).toBe(200);
  });

  it('of a client without an account counts too, but health checks are never refused', async () => {
    const headers = 'host: a\r\ncontent-type: application/json\r\ncontent-length: 250000';
    const head = `POST /api/v1/notifications/confirm HTTP/1.1\r\n${headers}\r\n\r\n{`;
    const sockets = Array.from({ length: 20 }, () => sendUnread(node, head));
    const statusAt = async (path: string) => (await node.anyone.get(path)).status;
    await expect.poll(() => statusAt('/api/v1/auth/oauth')).toBe(429);
    expect([await statusAt('/health/live'), await statusAt('/health')]).toEqual([200, 200]);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => statusAt('/api/v1/auth/oauth')).toBe(200);
  });

  it('counts for the project it is meant for, where small reports still come through', async () => {
    const project = await aProject(ada);
    const headers = `x-api-key: ${project.api_key}\r\ncontent-type: application/json\r\ncontent-length: 500000`;
    const head = `POST /api/v1/bugs HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n{`;
    for (let count = 0; count < 80; count++) sendUnread(node, head);
    const sender = aSender(node, project);
    const large = aReport({ stack_trace: 'x'.repeat(40_000) });
    await expect
      .poll(async () => (await sender.post('/api/v1/bugs', large)).status, { interval: 500 })
      .toBe(429);
    expect((await sender.post('/api/v1/bugs', aReport())).status).toBe(201);
    expect((await aSender(node, await aProject(ada)).post('/api/v1/bugs', large)).status).toBe(201);
  });
});

describe('requests that take long', () => {
  it('of one user leave connections to others, and are all answered in the end', async () => {
    const bug = '/api/v1/bugs-admin/1';
    const release = await hold(node, (trx) => sql`lock table bugs in access exclusive mode`.execute(trx));
    const requests = Array.from({ length: 30 }, () => ada.api.get(bug));
    await whenBlocked(node, 6);
    expect(await statusOf(stranger)).toBe(200);
    await release();
    expect(countStatuses(await Promise.all(requests))).toEqual({ 200: 30 });
  });
});
