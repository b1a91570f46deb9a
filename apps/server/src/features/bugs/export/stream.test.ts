import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { bees } from '../../../../test/samples.ts';
import { storeBugs } from '../../../../test/stored-bugs.ts';

const node = await startService();
const { db } = node;
const ada = await aPerson(node);

/** About 40 KB each: together far more than the buffers of a connection. */
const count = 1_500;
const ids = await storeBugs(node, await aProject(ada), count, { title: 'Long', description: bees(10_000) });
const oldest = ids[0];

const path = '/api/v1/bugs-admin/export.csv';

/** Starts a download without reading the body. */
async function opened(): Promise<IncomingMessage> {
  const request = get(node.url + path, { headers: { authorization: `Bearer ${ada.token}` }, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response;
}

async function open(): Promise<IncomingMessage> {
  const response = await opened();
  expect(response.statusCode).toBe(200);
  return response;
}

async function readSome(response: IncomingMessage): Promise<string> {
  const part = once(response, 'data');
  response.resume();
  const [chunk] = await part;
  response.pause();
  return String(chunk);
}

/** Reads the rest. Returns the number of lines and the last line. */
async function readAll(response: IncomingMessage) {
  let lines = 0;
  let end = '';
  for await (const chunk of response.setEncoding('utf8')) {
    const text: string = chunk;
    lines += text.split('\n').length - 1;
    end = (end + text).slice(-500);
  }
  return { lines, last: end.split('\r\n').at(-2) };
}

const finishedExports = () =>
  node.logs.filter(({ msg }) => msg === 'export').map(({ bugs, is_complete }) => ({ bugs, is_complete }));

describe('the stream of an export', () => {
  it('begins with the first bugs, before the others are read', async () => {
    const response = await open();
    expect(await readSome(response)).toMatch(/^id,project,.+,updated_at\r\n\d+,/);
    response.destroy();
    await expect.poll(() => finishedExports().at(-1)).toMatchObject({ is_complete: false });
    expect(finishedExports().at(-1)?.bugs).toBeLessThan(count);
  });

  it('is one of three that a user can have at once, also when they wait behind each other on one connection', async () => {
    const request = `GET ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${ada.token}\r\n\r\n`;
    const socket = connect(Number(new URL(node.url).port), '127.0.0.1').pause();
    socket.write(request.repeat(3));
    const another = async () => {
      const response = await opened();
      response.destroy();
      return response;
    };
    await once(socket, 'readable');
    // By now the exports sent after the first one have arrived too.
    for (let count = 0; count < 5; count++) await ada.api.get('/api/v1/me');
    expect((await another()).statusCode).toBe(429);
    expect((await another()).headers['retry-after']).toBe('5');
    const stranger = await aPerson(node);
    expect((await stranger.api.get(path)).status).toBe(200);
    socket.destroy();
    await expect.poll(async () => (await another()).statusCode).toBe(200);
  });

  it('reads bugs when its reader comes to them, and holds nothing open for that', async () => {
    const slow = await open();
    await readSome(slow);
    expect((await readAll(await open())).lines).toBe(count + 1);
    expect(finishedExports().at(-1)).toEqual({ bugs: count, is_complete: true });
    // Jobs are briefly in transactions now and then.
    const leftOpen = async () => {
      const { rows } = await sql`
        select state, query from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(db);
      return rows;
    };
    await expect.poll(leftOpen).toEqual([]);

    await ada.api.patch(`/api/v1/bugs-admin/${oldest}`, { status: 'wont_fix' });
    const { last } = await readAll(slow);
    expect(last).toMatch(/,wont_fix,medium,/);
  });

  it('ends when its reader leaves', async () => {
    const before = finishedExports().length;
    const response = await open();
    await readSome(response);
    response.destroy();
    await expect.poll(() => finishedExports().slice(before)).toHaveLength(1);
    const [left] = finishedExports().slice(before);
    expect(left).toEqual({ bugs: expect.any(Number), is_complete: false });
    expect(left?.bugs).toBeLessThan(count);
  });

  it('breaks off when something fails, so that nobody takes it for the whole', async () => {
    const response = await open();
    await readSome(response);
    await sql`alter table bug_labels rename to lost_labels`.execute(db);
    try {
      await expect(readAll(response)).rejects.toThrow('aborted');
    } finally {
      await sql`alter table lost_labels rename to bug_labels`.execute(db);
    }
    expect(response.complete).toBe(false);
    expect(finishedExports().at(-1)).toMatchObject({ is_complete: false });
  });

  it('is not made for a question about its headers', async () => {
    const before = finishedExports().length;
    const answer = await ada.api.request('HEAD', '/api/v1/bugs-admin/export.csv');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
    await readAll(await open());
    expect(finishedExports().slice(before)).toEqual([{ bugs: count, is_complete: true }]);
  });
});
