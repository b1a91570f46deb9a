import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aSender, type Person } from '../../../test/builders.ts';
import type { Answer, Client } from '../../../test/client.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { countStatuses, expectNoContent } from '../../../test/samples.ts';

const database = await createDatabase();
const node = await startNode(database);
const other = await startNode(database);
const { db } = node;
const person = await aPerson(node);

const info = '/api/v1/widget/info';
const often = { interval: 50 };
const statusFrom = async (sender: Client, origin: string) => (await sender.get(info, { origin })).status;

/** Locks the rules table, so that no process can read rules until it is released. */
const holdRules = () =>
  hold(node, (trx) => sql`lock table blocklist_rules in access exclusive mode`.execute(trx));

/** Changes the allowed origins and waits until the node applies them, up to a second. */
async function changeAndNotice(project: { id: number; api_key: string }): Promise<void> {
  const origin = `https://${crypto.randomUUID()}.example`;
  await person.api.patch(`/api/v1/projects/${project.id}`, { allowed_origins: [origin] });
  const sender = aSender(node, project);
  await expect.poll(() => statusFrom(sender, 'https://other.example'), often).toBe(403);
  await expect.poll(() => statusFrom(sender, origin), often).toBe(200);
}

async function someKeys(projectId: number, howMany: number): Promise<Client[]> {
  const create = async () => {
    const { body } = await person.api.post(`/api/v1/projects/${projectId}/api-keys`, { name: 'More' });
    return aSender(node, body);
  };
  return Promise.all(Array.from({ length: howMany }, create));
}

async function blockedConnections(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

describe('while rules cannot be read', () => {
  it('a change of keys or origins costs neither its project nor another one their rules', async () => {
    const [changing, quiet] = [await aProject(person), await aProject(person)];
    const neighbour = aSender(node, quiet);
    for (const sender of [aSender(node, changing), neighbour])
      expect((await sender.get(info)).status).toBe(200);
    const release = await holdRules();
    await changeAndNotice(changing);
    await someKeys(changing.id, 1);
    await changeAndNotice(changing);
    expect((await neighbour.get(info)).status).toBe(200);
    expect(await blockedConnections()).toBe(0);
    await release();
  });

  it('all keys of a project wait for one reading of them, and other keys are looked up as ever', async () => {
    const project = await aProject(person);
    const senders = [aSender(node, project), ...(await someKeys(project.id, 50))];
    const release = await holdRules();
    const waiting = senders.map((sender) => sender.get(info));
    await whenBlocked(node);
    const unknown = () => aSender(node, { api_key: `sk_${crypto.randomUUID()}` }).get(info);
    expect(countStatuses(await Promise.all([unknown(), unknown(), unknown()]))).toEqual({ 401: 3 });
    expect(await blockedConnections()).toBe(1);
    await release();
    expect(countStatuses(await Promise.all(waiting))).toEqual({ 200: 51 });
  });

  it('those of many projects are read one after the other, and changes are still noticed', async () => {
    const known = await aProject(person);
    expect((await aSender(node, known).get(info)).status).toBe(200);
    const projects = await Promise.all(Array.from({ length: 12 }, () => aProject(person)));
    const release = await holdRules();
    const waiting = projects.map((project) => aSender(node, project).get(info));
    await whenBlocked(node);
    await changeAndNotice(known);
    expect(await blockedConnections()).toBe(1);
    await release();
    expect(countStatuses(await Promise.all(waiting))).toEqual({ 200: 12 });
  });
});

describe('a change', () => {
  it('is noticed on every node within a second', async () => {
    const project = await aProject(person);
    const path = `/api/v1/projects/${project.id}`;
    const { body: key } = await person.api.post(`${path}/api-keys`, { name: 'CI' });
    const own = [node, other].map((each) => aSender(each, project));
    const additional = [node, other].map((each) => aSender(each, key));
    for (const sender of [...own, ...additional]) expect((await sender.get(info)).status).toBe(200);

    expectNoContent(await person.api.delete(`${path}/api-keys/${key.id}`));
    for (const sender of additional)
      await expect.poll(async () => (await sender.get(info)).status, often).toBe(401);

    await person.api.patch(path, { allowed_origins: ['https://shop.example'] });
    for (const sender of own)
      await expect.poll(() => statusFrom(sender, 'https://other.example'), often).toBe(403);

    await person.api.post(`${path}/rotate-key`);
    for (const sender of own) await expect.poll(async () => (await sender.get(info)).status, often).toBe(401);
  });

  it('of rules is noticed on every node within a second', async () => {
    const project = await aProject(person);
    const path = `/api/v1/projects/${project.id}`;
    const dropped = async () => (await person.api.get(path)).body.usage.dropped_blocklist;
    const report = { title: 'Casino', description: 'd' };
    for (const each of [node, other]) {
      const sender = aSender(each, project);
      await sender.post('/api/v1/bugs', report);
      const before = await dropped();
      const { body: rule } = await person.api.post(`${path}/blocklist`, { kind: 'keyword', value: 'casino' });
      const isDropped = async () => {
        const known = await dropped();
        await sender.post('/api/v1/bugs', report);
        return (await dropped()) > known;
      };
      await expect.poll(isDropped, often).toBe(true);
      expectNoContent(await person.api.delete(`${path}/blocklist/${rule.id}`));
      await expect.poll(isDropped, often).toBe(false);
      expect(await dropped()).toBeGreaterThan(before);
    }
  });

  const changes: [string, (owner: Person, projectId: number, keyId: number) => Promise<Answer>][] = [
    ['revokes a key', ({ api }, id, keyId) => api.delete(`/api/v1/projects/${id}/api-keys/${keyId}`)],
    [
      'closes the team of a key',
      async ({ api, teamId }) => {
        const path = `/api/v1/teams/${teamId}`;
        return api.request('DELETE', path, { body: { slug: (await api.get(path)).body.slug } });
      },
    ],
  ];
  it.each(changes)('that %s while the key is being read is not missed', async (_name, change) => {
    const owner = await aPerson(node);
    const project = await aProject(owner);
    const { body } = await owner.api.post(`/api/v1/projects/${project.id}/api-keys`, { name: 'CI' });
    const sender = aSender(node, body);
    // The key was read before its rules were blocked.
    const release = await holdRules();
    const reading = sender.get(info);
    await whenBlocked(node);
    expectNoContent(await change(owner, project.id, body.id));
    // Longer than a key is cached.
    await sleep(500);
    await release();
    expect((await reading).status).toBe(401);
    expect((await sender.get(info)).status).toBe(401);
  });

  it('of rules that comes while they are being read is not missed', async () => {
    const project = await aProject(person);
    const rules = `/api/v1/projects/${project.id}/blocklist`;
    const dropped = async () =>
      (await person.api.get(`/api/v1/projects/${project.id}`)).body.usage.dropped_blocklist;
    const report = { title: 'Casino', description: 'd' };
    const fresh = await startNode(database);
    const sender = aSender(fresh, project);
    const adding = Array.from({ length: 20 }, (_, n) =>
      person.api.post(rules, { kind: 'keyword', value: n === 19 ? 'casino' : `word ${n}` }),
    );
    await Promise.all([...adding, sender.get(info), sender.get(info)]);
    await expect
      .poll(async () => {
        await sender.post('/api/v1/bugs', report);
        return dropped();
      }, often)
      .toBeGreaterThan(0);
  });
});
