import { describe, expect, it } from 'vitest';
import { aBug, anAssistant, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { expectNotFound, notIds, unknownId } from '../../../test/samples.ts';
import { aLabel, storeBugs } from '../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node, { team_name: 'Bees' });
const stranger = await aPerson(node);
const { api } = await anAssistant(node, ada);

const honeycombs = '/api/v1/mcp/honeycombs';

describe('honeycombs', () => {
  it('are the projects of all teams with their team, and without their key', async () => {
    const { body: wasps } = await ada.api.post('/api/v1/teams', { name: 'Wasps', slug: 'wasps' });
    await aProject(ada, { name: 'Website' });
    await aProject({ ...ada, teamId: wasps.id }, { name: 'Nest' });
    await aProject(stranger);
    const { items: projects } = (await ada.api.get('/api/v1/projects')).body;
    const answer = await api.get(honeycombs);
    expect(answer.status).toBe(200);
    const bees = { id: ada.teamId, name: 'Bees', slug: expect.stringMatching(/^bees/) };
    expect(answer.body).toEqual({
      items: [
        { ...projects[0], team: { id: wasps.id, name: 'Wasps', slug: 'wasps' } },
        { ...projects[1], team: bees },
      ],
      total: 2,
      limit: 200,
      offset: 0,
    });
    expect(answer.text).not.toContain('sk_');
  });

  it('can be read one by one, with the publishable key', async () => {
    const project = await aProject(ada);
    const answer = await api.get(`${honeycombs}/${project.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: project.id, api_key: project.api_key, team: { id: ada.teamId } });
    expectNotFound(await (await anAssistant(node, stranger)).api.get(`${honeycombs}/${project.id}`));
  });

  it.each([...notIds, unknownId])('are not found by %s', async (id) => {
    expectNotFound(await api.get(`${honeycombs}/${id}`));
  });

  it.each(['POST', 'PATCH', 'PUT'])('cannot be changed by %s', async (method) => {
    const answer = await api.request(method, honeycombs, { body: { name: 'x', team_id: ada.teamId } });
    expect(answer.status).toBe(405);
  });
});

describe('stats', () => {
  const none = {
    by_severity: { low: 0, medium: 0, high: 0, critical: 0 },
    by_status: { open: 0, in_progress: 0, resolved: 0, closed: 0, wont_fix: 0, spam: 0 },
  };

  it('of somebody without bugs hold every value, at zero', async () => {
    const { api } = await anAssistant(node, stranger);
    const answer = await api.get('/api/v1/mcp/stats');
    expect(answer.status).toBe(200);
    const team = { id: stranger.teamId, name: expect.any(String), slug: expect.any(String), open_count: 0 };
    expect(answer.body).toEqual({ teams: [team], open_count: 0, ...none });
  });

  it('count the bugs of all teams, at this moment and exactly', async () => {
    const grace = await aPerson(node, { team_name: 'Ants' });
    const { body: second } = await grace.api.post('/api/v1/teams', { name: 'Termites', slug: 'termites' });
    const [here, there] = [await aProject(grace), await aProject({ ...grace, teamId: second.id })];
    await aBug(node, here, { severity: 'critical' });
    const [resolved, spam] = await storeBugs(node, here, 3);
    await storeBugs(node, there, 2);
    const { api } = await anAssistant(node, grace);
    await api.post(`/api/v1/mcp/bugs/${resolved}/resolve`);
    await api.post(`/api/v1/mcp/bugs/${spam}/spam`);

    const expected = {
      teams: [
        { id: second.id, name: 'Termites', slug: 'termites', open_count: 2 },
        { id: grace.teamId, name: 'Ants', slug: expect.any(String), open_count: 2 },
      ],
      open_count: 4,
      by_severity: { ...none.by_severity, medium: 5, critical: 1 },
      by_status: { ...none.by_status, open: 4, resolved: 1, spam: 1 },
    };
    expect((await api.get('/api/v1/mcp/stats')).body).toEqual(expected);
  });

  it('count a bug once, whatever labels and environment it has', async () => {
    const grace = await aPerson(node);
    const project = await aProject(grace);
    const { api } = await anAssistant(node, grace);
    const labels = [await aLabel(grace, 'First'), await aLabel(grace, 'Second')];
    const aLabelledBug = async (environment: string) => {
      const id = await aBug(node, project, { environment, severity: 'high' });
      for (const label_id of labels) await api.post(`/api/v1/mcp/bugs/${id}/labels`, { label_id });
    };
    const expectBugs = async (count: number) =>
      expect((await api.get('/api/v1/mcp/stats')).body).toMatchObject({
        teams: [{ id: grace.teamId, open_count: count }],
        open_count: count,
        by_severity: { ...none.by_severity, high: count },
        by_status: { ...none.by_status, open: count },
      });
    await aLabelledBug('production');
    await aLabelledBug('staging');
    await expectBugs(2);
    await expectBugs(2);
    await aLabelledBug('production');
    await expectBugs(3);
  });
});
