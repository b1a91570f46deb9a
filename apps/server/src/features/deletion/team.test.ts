import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aReported, imageOf, upload } from '../../../test/attachments.ts';
import { aColleague, aPerson, aReport, aSender, type Person } from '../../../test/builders.ts';
import { aBaseUrl, createDatabase, startNode } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import { rowsOf } from '../../../test/rows.ts';
import { expectNoContent, expectNotFound, expectRefused } from '../../../test/samples.ts';

const within = { timeout: 60_000 };
const database = await createDatabase();
const node = await startNode(database, { BASE_URL: await aBaseUrl(), WEBHOOK_ALLOW_PRIVATE: 'true' });
const other = await startNode(database);

const slugOf = async ({ api, teamId }: Person) => (await api.get(`/api/v1/teams/${teamId}`)).body.slug;
const deleteTeam = ({ api, teamId }: Person, slug: unknown) =>
  api.request('DELETE', `/api/v1/teams/${teamId}`, { body: { slug } });

describe('deleting a team', () => {
  it('closes it at once for everybody and every key, and then deletes all that is in it', async () => {
    const reported = await aReported(node);
    const { person, project, bugId } = reported;
    const colleague = await aColleague(node, person);
    const team = `/api/v1/teams/${person.teamId}`;
    await upload((await reported.ask()).body);
    const image = await imageOf(node, reported);
    const label = (await person.api.post(`${team}/labels`, { name: 'Mine', color: '#00FF00' })).body.id;
    await person.api.post(`/api/v1/bugs-admin/${bugId}/labels/${label}`);
    await person.api.post(`/api/v1/bugs-admin/${bugId}/comments`, { body: 'Mine' });
    await colleague.api.post(`${team}/saved-views`, { name: 'All', filters: {} });
    await person.api.post(`${team}/members`, { email: 'somebody@example.com' });
    const path = `/api/v1/projects/${project.id}`;
    const hook = { url: 'http://127.0.0.1:9/', events: ['bug.updated'], transform: 'raw' };
    expect((await person.api.post(`${path}/webhooks`, hook)).status).toBe(201);
    await person.api.post(`${path}/blocklist`, { kind: 'keyword', value: 'casino' });
    const { api_key } = (await person.api.post(`${path}/api-keys`, { name: 'CI' })).body;
    await person.api.patch(`/api/v1/bugs-admin/${bugId}`, { status: 'resolved' });
    for (const values of [{}, { title: 'casino' }])
      await aSender(node, project).post('/api/v1/bugs', aReport(values), {
        'idempotency-key': JSON.stringify(values),
      });
    await sql`
      insert into bugs (id, project_id, team_id, title, description, severity, created_at, updated_at)
      select nextval('bug_ids'), project_id, team_id, title, description, severity, created_at, updated_at
      from bugs, generate_series(1, 600) where id = ${bugId}`.execute(node.db);
    const slug = await slugOf(person);

    expectNoContent(await deleteTeam(person, slug));
    for (const { api } of [person, colleague]) {
      expectNotFound(await api.get(team));
      expectNotFound(await api.get(`/api/v1/bugs-admin/${bugId}`));
      expectNotFound(await api.get(path));
      expectNotFound(await deleteTeam({ ...person, api }, slug));
    }
    for (const key of [project.api_key, api_key])
      for (const each of [node, other]) {
        const send = () => each.anyone.with({ 'x-api-key': key }).post('/api/v1/bugs', aReport());
        await expect.poll(async () => (await send()).status, within).toBe(401);
      }
    const teamRow = () => node.db.selectFrom('teams').select('id').where('id', '=', person.teamId).execute();
    await expect.poll(teamRow, within).toEqual([]);
    // The search index is cleaned in the background.
    await expect.poll(() => rowsOf(node, person.teamId), within).toEqual({});
    await expect.poll(async () => (await fetch(image.url)).status, within).toBe(404);
    expect((await person.api.post('/api/v1/teams', { name: 'Again', slug })).status).toBe(201);
    expect((await person.api.get('/api/v1/me')).status).toBe(200);
  });

  it('ends its keys before what is in it has been deleted', async () => {
    const { person, project, bugId } = await aReported(node);
    const { body } = await person.api.post(`/api/v1/projects/${project.id}/api-keys`, { name: 'CI' });
    const senders = [node, other].flatMap((each) => [aSender(each, project), aSender(each, body)]);
    const send = async (sender: (typeof senders)[0]) => (await sender.post('/api/v1/bugs', aReport())).status;
    for (const sender of senders) expect(await send(sender)).toBe(201);
    const release = await hold(node, (trx) =>
      sql`select from bugs where id = ${bugId} for update`.execute(trx),
    );
    expectNoContent(await deleteTeam(person, await slugOf(person)));
    for (const sender of senders) await expect.poll(() => send(sender), within).toBe(401);
    expect(await rowsOf(node, person.teamId)).toMatchObject({ projects: 1, api_keys: 1 });
    await release();
    await expect.poll(() => rowsOf(node, person.teamId), within).toEqual({});
  });

  it('wants its slug, from one of its members', async () => {
    const [person, stranger] = [await aPerson(node), await aPerson(node)];
    const slug = await slugOf(person);
    const wrong = await deleteTeam(person, `${slug}x`);
    expect([wrong.status, wrong.body]).toEqual([403, { detail: "This is not the team's slug" }]);
    for (const value of [undefined, 5, '']) expectRefused(await deleteTeam(person, value), 'slug');
    expectNotFound(await deleteTeam({ ...person, api: stranger.api }, slug));
    expect((await person.api.get(`/api/v1/teams/${person.teamId}`)).status).toBe(200);
  });

  it('is answered without a fault to whatever its members and senders are doing meanwhile', async () => {
    const { person, project, bugId } = await aReported(node);
    const colleague = await aColleague(node, person);
    const slug = await slugOf(person);
    const team = `/api/v1/teams/${person.teamId}`;
    const requests = [
      () => colleague.api.post('/api/v1/projects', { team_id: person.teamId, name: 'Late' }),
      () => colleague.api.post(`${team}/labels`, { name: crypto.randomUUID(), color: '#00FF00' }),
      () => colleague.api.post(`${team}/saved-views`, { name: 'Late', filters: {} }),
      () => colleague.api.post(`/api/v1/bugs-admin/${bugId}/comments`, { body: 'Late' }),
      () => colleague.api.patch(`/api/v1/bugs-admin/${bugId}`, { assignee_id: 'me' }),
      () => colleague.api.patch(team, { name: 'Late' }),
      () => aSender(node, project).post('/api/v1/bugs', aReport()),
    ];
    const statuses: number[] = [];
    let isOver = false;
    const busy = requests.map(async (request) => {
      while (!isOver) statuses.push((await request()).status);
    });
    await expect.poll(() => statuses.length, within).toBeGreaterThan(10);
    expectNoContent(await deleteTeam(person, slug));
    const teamRow = () => node.db.selectFrom('teams').select('id').where('id', '=', person.teamId).execute();
    await expect.poll(teamRow, within).toEqual([]);
    isOver = true;
    await Promise.all(busy);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    await expect.poll(() => rowsOf(node, person.teamId), within).toEqual({});
  });
});
