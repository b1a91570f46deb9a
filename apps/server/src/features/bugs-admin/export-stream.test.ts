import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { bees } from '../../../test/samples.ts';
import { storeBugs } from '../../../test/triage.ts';

const node = await startService();
const { db } = node.context;
const ada = await aPerson(node);

/** About 40 KB each: many times what a connection that nobody reads from takes in. */
const count = 1_500;
const ids = await storeBugs(node, await aProject(ada), count, { title: 'Long', description: bees(10_000) });
const oldest = ids[0];

/** An export of which nothing is read before somebody does. */
async function open(): Promise<IncomingMessage> {
  const request = get(`${node.url}/api/v1/bugs-admin/export.csv`, {
    headers: { authorization: `Bearer ${ada.token}` },
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  return response;
}

/** The next part, and no more. */
async function readSome(response: IncomingMessage): Promise<string> {
  const part = once(response, 'data');
  response.resume();
  const [chunk] = await part;
  response.pause();
  return String(chunk);
}

/** What is left: how many lines, and the last of them. */
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
  it('begins before any bug is read', async () => {
    await db.transaction().execute(async (trx) => {
      await sql`lock table bugs in access exclusive mode`.execute(trx);
      const response = await open();
      expect(await readSome(response)).toMatch(/^id,project,.+,updated_at\r\n$/);
      response.destroy();
    });
  });

  it('reads bugs when its reader comes to them, and holds nothing open for that', async () => {
    const slow = await open();
    await readSome(slow);
    expect((await readAll(await open())).lines).toBe(count + 1);
    expect(finishedExports().at(-1)).toEqual({ bugs: count, is_complete: true });
    const { rows } = await sql`
      select state, query from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db);
    expect(rows).toEqual([]);

    await ada.api.patch(`/api/v1/bugs-admin/${oldest}`, { status: 'wont_fix' });
    const { last } = await readAll(slow);
    expect(last).toMatch(/,wont_fix,medium,/);
  });

  it('ends when its reader leaves', async () => {
    const before = finishedExports().length;
    const response = await open();
    await readSome(response);
    response.destroy();
    await expect.poll(() => finishedExports().slice(before), { timeout: 10_000 }).toHaveLength(1);
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
