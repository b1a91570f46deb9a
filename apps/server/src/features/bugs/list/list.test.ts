import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { expectRefused } from '../../../../test/samples.ts';
import { list, listedIds } from '../../../../test/search.ts';
import { aLabel, storeBugs } from '../../../../test/stored-bugs.ts';

const node = await startService();
const ada = await aPerson(node);
const project = await aProject(ada);
const path = '/api/v1/bugs-admin';

describe('the list of bugs', () => {
  it('is empty for somebody without bugs', async () => {
    const { body } = await (await aPerson(node)).api.get(path);
    expect(body).toEqual({ items: [], total: 0, limit: 50, offset: 0, next_cursor: null });
  });

  it('has each bug without its long texts', async () => {
    const { api } = await aPerson(node);
    const teamId = (await api.get('/api/v1/teams')).body.items[0].id;
    const own = (await api.post('/api/v1/projects', { team_id: teamId, name: 'Website' })).body;
    const id = await aBug(node, own, {
      description: 'x'.repeat(300),
      stack_trace: 'at pay',
      extra: { a: 1 },
    });
    const label = await aLabel({ api, teamId }, 'ui');
    await api.post(`${path}/${id}/labels/${label}`);
    await api.patch(`${path}/${id}`, { assignee_id: 'me' });
    const { description, stack_trace, extra, duplicate_count, ...shown } = (await api.get(`${path}/${id}`))
      .body;
    const { body } = await api.get(path);
    expect(body).toEqual({
      items: [{ ...shown, excerpt: 'x'.repeat(200) }],
      total: 1,
      limit: 50,
      offset: 0,
      next_cursor: null,
    });
    expect(shown).toMatchObject({ assignee: { name: expect.any(String) }, labels: [{ id: label }] });
  });

  it('has the newest first, 50 of them, and says how many there are', async () => {
    const own = await aProject(ada);
    const ids = await storeBugs(node, own, 60);
    const body = await list(ada.api, { project_id: own.id });
    expect(body.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 50));
    expect(body).toMatchObject({ total: 60, limit: 50, offset: 0 });
  });

  it('is read page by page', async () => {
    const own = await aProject(ada);
    const ids = (await storeBugs(node, own, 5)).toReversed();
    const pageAt = (offset: number) => list(ada.api, { project_id: own.id, limit: 2, offset });
    const pages = [
      await pageAt(0),
      await pageAt(2),
      await pageAt(4),
      await pageAt(5),
      await pageAt(1_000_000),
    ];
    expect(pages.map(({ items }) => items.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
      [],
    ]);
    for (const page of pages) expect(page).toMatchObject({ total: 5, limit: 2 });
  });

  it('goes through all of the teams and statuses in order of id', async () => {
    const { api } = await aPerson(node);
    const ids: number[] = [];
    for (const status of ['open', 'spam', 'open', 'resolved', 'spam', 'in_progress']) {
      const team = (await api.post('/api/v1/teams', { name: 'Another' })).body;
      const theirs = (await api.post('/api/v1/projects', { team_id: team.id, name: 'Website' })).body;
      for (const [id] of [await storeBugs(node, theirs, 1), await storeBugs(node, theirs, 1)]) {
        if (status !== 'open') await api.patch(`${path}/${id}`, { status });
        ids.push(id as number);
      }
    }
    expect(await listedIds(api)).toEqual(ids.toReversed());
    expect(await listedIds(api, { limit: 5, offset: 4 })).toEqual(ids.toReversed().slice(4, 9));
  });

  it('is in order for somebody with very many teams', async () => {
    const { api } = await aPerson(node);
    const ids: number[] = [];
    for (let nth = 0; nth < 18; nth++) {
      const team = (await api.post('/api/v1/teams', { name: `Team ${nth}` })).body;
      if (nth % 6 > 0) continue;
      const theirs = (await api.post('/api/v1/projects', { team_id: team.id, name: 'Website' })).body;
      ids.push(...(await storeBugs(node, theirs, 2)));
    }
    const body = await list(api, { severity: 'medium' });
    expect(body.items.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(body.total).toBe(6);
  });

  it('counts what has just been reported, changed and deleted', async () => {
    const own = await aProject(ada);
    const totals = async () => [
      (await list(ada.api, { project_id: own.id })).total,
      (await list(ada.api, { project_id: own.id, status: 'resolved' })).total,
    ];
    const id = await aBug(node, own);
    await aBug(node, own);
    expect(await totals()).toEqual([2, 0]);
    await ada.api.patch(`${path}/${id}`, { status: 'resolved' });
    expect(await totals()).toEqual([2, 1]);
    await ada.api.delete(`${path}/${id}`);
    expect(await totals()).toEqual([1, 0]);
  });

  it('shows nobody the bugs of others', async () => {
    const [id] = await storeBugs(node, project, 1);
    const stranger = await aPerson(node);
    expect(await listedIds(stranger.api)).toEqual([]);
    expect(await listedIds(ada.api)).toContain(id);
  });

  it.each(['limit=1', 'limit=200', 'offset=0', 'offset=9007199254740991'])('takes ?%s', async (query) => {
    expect((await ada.api.get(`${path}?${query}`)).status).toBe(200);
  });

  it.each([
    ['limit', '0'],
    ['limit', '201'],
    ['limit', '-1'],
    ['limit', 'ten'],
    ['limit', '1.5'],
    ['limit', ''],
    ['offset', '-1'],
    ['offset', '9007199254740992'],
    ['offset', 'x'],
  ])('refuses ?%s=%s', async (name, value) => {
    expectRefused(await ada.api.get(`${path}?${name}=${value}`), name);
  });
});
