import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { timestamp } from '../../../test/samples.ts';

const database = await createDatabase();
const node = await startNode(database);
const person = await aPerson(node);
const project = await aProject(person);
const sender = aSender(node, project);

const send = (values = {}, headers = {}) => sender.post('/api/v1/bugs', aReport(values), headers);
const read = (id: number) => person.api.get(`/api/v1/bugs/${id}`);

describe('a report', () => {
  it('is answered with the bug, and where it is', async () => {
    const answer = await send({ severity: 'critical' }, { 'user-agent': 'Reporter/1.0' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v1/bugs/${answer.body.id}`);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      project_id: project.id,
      title: 'Checkout button does nothing',
      description: 'I press "Pay" and nothing happens.',
      status: 'open',
      severity: 'critical',
      environment: null,
      app_version: null,
      stack_trace: null,
      url: null,
      user_agent: 'Reporter/1.0',
      browser: null,
      os: null,
      reporter_email: null,
      reporter_identifier: null,
      extra: null,
      assignee_id: null,
      assignee: null,
      labels: [],
      duplicate_of_id: null,
      duplicate_count: 0,
      attachments: [],
      comment_count: 0,
      revision: 1,
      created_at: timestamp,
      updated_at: answer.body.created_at,
      upload_token: expect.any(String),
    });
    const { upload_token: _, ...bug } = answer.body;
    expect((await read(bug.id)).body).toEqual(bug);
  });

  it('keeps every field as it was sent', async () => {
    const fields = {
      title: ' <b>زر لا يعمل</b> 🐝\n',
      description: '\u202eright to left\u202c, e\u0301, "quotes", \\ and \t',
      severity: 'low',
      environment: 'staging',
      app_version: '1.2.3-beta',
      stack_trace: 'Error: x\n    at y (z.js:1:1)\n',
      url: 'https://example.com/?q=1#x',
      user_agent: 'Mine/2',
      reporter_email: 'Visitor+x@Example.com',
      reporter_identifier: 'user 7',
      extra: { a: [1, { b: null }] },
    };
    const answer = await send(fields);
    expect(answer.body).toMatchObject(fields);
    const { upload_token: _, ...bug } = answer.body;
    expect((await read(bug.id)).body).toEqual(bug);
  });

  it('stores nothing for empty and null values, and has a severity without one', async () => {
    const fields = [
      'environment',
      'app_version',
      'stack_trace',
      'url',
      'user_agent',
      'reporter_email',
      'reporter_identifier',
    ];
    const empty = await send(Object.fromEntries(fields.map((field) => [field, ''])));
    for (const field of fields) expect([field, empty.body[field]]).toEqual([field, null]);
    const nulls = await send(
      Object.fromEntries([...fields, 'severity', 'extra'].map((field) => [field, null])),
      { 'user-agent': 'Header/1' },
    );
    expect(nulls.body).toMatchObject({ severity: 'medium', extra: null, url: null, user_agent: 'Header/1' });
  });

  it('creates exactly one bug each time it is sent', async () => {
    const [one, two] = [await send(), await send()];
    expect(two.body.id).not.toBe(one.body.id);
    const rows = await node.db
      .selectFrom('activity')
      .select(['bug_id', 'kind', 'via', 'actor_id', 'team_id'])
      .where('bug_id', 'in', [one.body.id, two.body.id])
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ kind: 'created', via: 'api', actor_id: null, team_id: person.teamId });
  });

  it('has all of its extra kept verbatim', async () => {
    const other = aSender(node, await aProject(person));
    const extras = [
      '{"2":1,"1":12345678901234567890}',
      '{"a":1.0,"b":1e400,"c":-0,"d":0.1000000000000000055511151231257827}',
      '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"x":"\\u0000\\ud800"}',
      '{"a":1,"a":2}',
      '{"s":"a \\"quoted\\" } ] , { [ \\\\","t":["}",{"u":"{"}]}',
      '{}',
    ];
    for (const extra of extras) {
      const answer = await other.request('POST', '/api/v1/bugs', {
        body: `{"title":"t","extra" : ${extra} ,"description":"d"}`,
      });
      expect(answer.status, answer.text).toBe(201);
      expect(answer.text).toContain(`"extra":${extra}`);
      expect((await read(answer.body.id)).text).toContain(`"extra":${extra}`);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('has the extra of the last of two equal keys, however they are spelled', async () => {
    const answer = await sender.request('POST', '/api/v1/bugs', {
      body: '{"extra":{"a":1},"title":"t","description":"\\"extra\\":{\\"b\\":2}","\\u0065xtra":{"c":3}}',
    });
    expect(answer.body.extra).toEqual({ c: 3 });
  });
});

describe('the key', () => {
  it.each([[undefined], [''], ['sk_unknown'], ['mcp_x'], ['x'.repeat(5000)]])(
    '%s is refused',
    async (key) => {
      const headers: Record<string, string> = key === undefined ? {} : { 'x-api-key': key };
      for (const answer of [
        await node.anyone.post('/api/v1/bugs', aReport(), headers),
        await node.anyone.get('/api/v1/widget/info', headers),
      ]) {
        expect([answer.status, answer.body]).toEqual([401, { detail: 'Invalid API key' }]);
      }
    },
  );

  it('opens nothing but the door for reports', async () => {
    const { body } = await send();
    expect((await sender.get(`/api/v1/bugs/${body.id}`)).status).toBe(401);
    expect((await sender.get('/api/v1/projects')).status).toBe(401);
  });

  it('may be an additional one, whose last use is noted', async () => {
    const keys = `/api/v1/projects/${project.id}/api-keys`;
    const { body: key } = await person.api.post(keys, { name: 'CI' });
    const passing = await startNode(database);
    const answer = await passing.anyone.post('/api/v1/bugs', aReport(), { 'x-api-key': key.api_key });
    expect(answer.body.project_id).toBe(project.id);
    // The last use of a key is saved on shutdown at the latest.
    await passing.stop();
    const [listed] = (await person.api.get(keys)).body.items;
    expect(listed.last_used_at).toEqual(timestamp);
  });

  it('that is revoked, rotated or whose project is gone soon opens nothing on any node', async () => {
    const other = await startNode(database);
    const doomed = await aProject(person);
    const { body: extra } = await person.api.post(`/api/v1/projects/${doomed.id}/api-keys`, { name: 'CI' });
    const attempt = (key: string) => other.anyone.post('/api/v1/bugs', aReport(), { 'x-api-key': key });
    const isShut = (key: string) =>
      expect.poll(async () => (await attempt(key)).status, { interval: 50 }).toBe(401);

    expect((await attempt(extra.api_key)).status).toBe(201);
    await person.api.delete(`/api/v1/projects/${doomed.id}/api-keys/${extra.id}`);
    await isShut(extra.api_key);

    expect((await attempt(doomed.api_key)).status).toBe(201);
    const { body: rotated } = await person.api.post(`/api/v1/projects/${doomed.id}/rotate-key`);
    await isShut(doomed.api_key);

    expect((await attempt(rotated.api_key)).status).toBe(201);
    await person.api.delete(`/api/v1/projects/${doomed.id}`);
    await isShut(rotated.api_key);
  });

  it('that is new works at once', async () => {
    const fresh = await aProject(person);
    expect((await aSender(node, fresh).post('/api/v1/bugs', aReport())).status).toBe(201);
  });

  it('that was refused before it existed works soon after', async () => {
    const other = await aProject(person);
    const attempt = () => aSender(node, { api_key: 'sk_later' }).post('/api/v1/bugs', aReport());
    expect((await attempt()).status).toBe(401);
    await node.db.updateTable('projects').set({ api_key: 'sk_later' }).where('id', '=', other.id).execute();
    await expect.poll(async () => (await attempt()).status).toBe(201);
  });

  it('that is revoked while a report is still arriving stores nothing', async () => {
    const doomed = await aProject(person);
    const attempt = () => aSender(node, doomed).post('/api/v1/bugs', aReport());
    // The node now has the key in its cache, so the next report is admitted before its body is requested.
    expect((await attempt()).status).toBe(201);
    const body = JSON.stringify(aReport());
    const socket = connect(Number(new URL(node.url).port), '127.0.0.1');
    const answers = text(socket);
    socket.write(
      `POST /api/v1/bugs HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${doomed.api_key}\r\nconnection: close\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    );
    await once(socket, 'data');
    await person.api.post(`/api/v1/projects/${doomed.id}/rotate-key`);
    await expect.poll(async () => (await attempt()).status).toBe(401);
    socket.write(body);
    expect(await answers).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 401 /);
  });
});

describe('a bug', () => {
  it('is found by its team alone', async () => {
    const { body } = await send();
    const stranger = await aPerson(node);
    const foreign = await stranger.api.get(`/api/v1/bugs/${body.id}`);
    const unknown = await person.api.get('/api/v1/bugs/9007199254740991');
    expect([foreign.status, foreign.body]).toEqual([404, { detail: 'Not found' }]);
    expect(unknown.body).toEqual(foreign.body);
    expect((await node.anyone.get(`/api/v1/bugs/${body.id}`)).status).toBe(401);
  });
});

describe('the widget', () => {
  it('learns the plan, and whether to show who made it', async () => {
    expect((await sender.get('/api/v1/widget/info')).body).toEqual({
      plan: 'free',
      powered_by_visible: true,
    });
    await node.db.updateTable('teams').set({ plan: 'unlimited' }).where('id', '=', person.teamId).execute();
    await expect
      .poll(async () => (await sender.get('/api/v1/widget/info')).body)
      .toEqual({ plan: 'unlimited', powered_by_visible: false });
  });
});
