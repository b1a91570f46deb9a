import { describe, expect, it } from 'vitest';
import { aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { listedIds } from '../../../test/search.ts';

const node = await startService();
const ada = await aPerson(node);
const project = await aProject(ada);

const agents = {
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  none: 'Reporter/1.0',
};

async function report(user_agent: string | null, header = 'Header/1') {
  const body = { title: 'Broken', description: 'It is.', user_agent };
  const answer = await node.anyone.post('/api/v1/bugs', body, {
    'x-api-key': project.api_key,
    'user-agent': header,
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

describe('the user agent', () => {
  it.each([
    [agents.windows, { browser: 'Chrome', os: 'Windows' }],
    [agents.phone, { browser: 'Safari', os: 'iOS' }],
    [agents.none, { browser: null, os: null }],
    ['', { browser: null, os: null }],
  ])('%s tells %j', async (userAgent, families) => {
    const { id, ...receipt } = await report(userAgent);
    expect(receipt).toMatchObject(families);
    const { body } = await ada.api.get(`/api/v1/bugs-admin/${id}`);
    expect(body).toMatchObject(families);
    const list = await ada.api.get('/api/v1/bugs-admin?limit=1');
    expect(list.body.items[0]).toMatchObject({ id, ...families });
  });

  it('is that of the request if the report has none', async () => {
    expect(await report(null, agents.windows)).toMatchObject({ os: 'Windows' });
  });

  it('cannot be contradicted by the report', async () => {
    const body = { title: 'Broken', description: 'It is.', user_agent: agents.windows, os: 'BeOS' };
    const { body: bug } = await node.anyone.post('/api/v1/bugs', body, { 'x-api-key': project.api_key });
    expect(bug.os).toBe('Windows');
  });

  it('is what bugs can be filtered by, in either case', async () => {
    const own = await aProject(ada);
    const ids = [];
    for (const user_agent of Object.values(agents)) {
      const body = { title: 'Broken', description: 'It is.', user_agent };
      const { body: bug } = await node.anyone.post('/api/v1/bugs', body, { 'x-api-key': own.api_key });
      ids.push(bug.id);
    }
    const [windows, phone] = ids;
    expect(await listedIds(ada.api, { project_id: own.id, os: 'WINDOWS' })).toEqual([windows]);
    expect(await listedIds(ada.api, { project_id: own.id, os: 'ios' })).toEqual([phone]);
    expect(await listedIds(ada.api, { project_id: own.id, os: 'win' })).toEqual([]);
    expect(await listedIds(ada.api, { project_id: own.id, browser: 'safari' })).toEqual([phone]);
    expect(await listedIds(ada.api, { browser: 'chrome', os: 'ios' })).toEqual([]);
    const views = `/api/v1/teams/${ada.teamId}/saved-views`;
    const view = await ada.api.post(views, { name: 'Phones', filters: { os: 'iOS' } });
    expect([view.status, view.body.filters]).toEqual([201, { os: 'iOS' }]);
  });
});
