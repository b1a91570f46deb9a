import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aSender, type Person } from '../../../test/builders.ts';
import { cleanUp } from '../../../test/clean-up.ts';
import type { Answer, Client } from '../../../test/client.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { learnOfKeyChanges } from '../../../test/keys.ts';
import { countStatuses, expectNoContent } from '../../../test/samples.ts';

// When one project changes, the keys of the others stay in the cache.

const database = await createDatabase();
const node = await startNode(database);
const { db } = node;
const person = await aPerson(node);

const info = '/api/v1/widget/info';
const often = { interval: 50 };
const statusFrom = async (sender: Client, origin: string) => (await sender.get(info, { origin })).status;

/** Locks the table of rules, so that no process can read the rules of any project until it is released. */
const holdRules = () =>
  hold(node, (trx) => sql`lock table blocklist_rules in access exclusive mode`.execute(trx));

/** Changes the allowed origins of a project whose key the node has in its cache, and waits until the node obeys them. */
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
  it('is noticed although it began before another one that is noticed already', async () => {
    const [slow, quick] = [await aProject(person), await aProject(person)];
    const [key] = await someKeys(slow.id, 1);
    for (const sender of [key as Client, aSender(node, quick)])
      expect((await sender.get(info)).status).toBe(200);
    const release = await hold(node, (trx) =>
      trx.deleteFrom('api_keys').where('project_id', '=', slow.id).execute(),
    );
    await changeAndNotice(quick);
    expect((await (key as Client).get(info)).status).toBe(200);
    await release();
    await expect.poll(async () => (await (key as Client).get(info)).status, often).toBe(401);
  });

  it('to one project does not wait for a change to another', async () => {
    const [slow, quick] = [await aProject(person), await aProject(person)];
    const release = await hold(node, (trx) =>
      trx.updateTable('projects').set({ reports_per_minute: 7 }).where('id', '=', slow.id).execute(),
    );
    await changeAndNotice(quick);
    await release();
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
    await learnOfKeyChanges(node);
    // The key itself has been read by the time that its rules are waited for.
    const release = await holdRules();
    const reading = sender.get(info);
    await whenBlocked(node);
    expectNoContent(await change(owner, project.id, body.id));
    await learnOfKeyChanges(node);
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

describe('a database that was put back from a copy', () => {
  it('is noticed, although no change was noted in it', async () => {
    const [project, unread] = [await aProject(person), await aProject(person)];
    const sender = aSender(node, project);
    expect((await sender.get(info)).status).toBe(200);
    await learnOfKeyChanges(node);
    const release = await holdRules();
    const reading = aSender(node, unread).get(info);
    await whenBlocked(node);
    await sql`
      alter table projects disable trigger sender_changed;
      update projects set api_key = 'sk_of_the_copy' where id = ${sql.lit(project.id)};
      update projects set api_key = 'sk_of_another' where id = ${sql.lit(unread.id)};
      alter table projects enable trigger sender_changed;
      create table copy (like sender_changes including all);
      insert into copy select * from sender_changes;
      drop table sender_changes;
      alter table copy rename to sender_changes`.execute(db);
    await expect.poll(async () => (await sender.get(info)).status, often).toBe(401);
    await learnOfKeyChanges(node);
    await release();
    expect((await reading).status).toBe(401);
    expect((await aSender(node, { api_key: 'sk_of_the_copy' }).get(info)).status).toBe(200);
  });
});

describe('what was noted of changes', () => {
  it('is cleaned up a day after its project is gone', async () => {
    const [gone, kept] = [await aProject(person), await aProject(person)];
    await person.api.delete(`/api/v1/projects/${gone.id}`);
    const noted = async () =>
      (await db.selectFrom('sender_changes').select('project_id').execute()).map((row) => row.project_id);
    expect(await noted()).toEqual(expect.arrayContaining([gone.id, kept.id]));
    await sql`update sender_changes set changed_at = now() - interval '23 hours'`.execute(db);
    await cleanUp(node);
    expect(await noted()).toEqual(expect.arrayContaining([gone.id, kept.id]));
    await sql`update sender_changes set changed_at = now() - interval '25 hours'`.execute(db);
    await cleanUp(node);
    expect(await noted()).not.toContain(gone.id);
    expect(await noted()).toContain(kept.id);
  });
});
