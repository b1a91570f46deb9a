import { expect, it } from 'vitest';
import { anAddress, anEmail, aPerson, aProject, aReport } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import { createClient, type Result } from './index.ts';

const node = await startService();
const person = await aPerson(node);
const { api_key: apiKey } = await aProject(person);
const baseUrl = node.url;
const client = createClient({ baseUrl, credential: () => ({ token: person.token }) });

function dataOf<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(result.error.detail);
  return result.data;
}

it('returns typed data for signing in, reporting, reading and changing', async () => {
  const anyone = createClient({ baseUrl });
  const session = dataOf(
    await anyone.POST('/api/v1/auth/signup', {
      body: { email: anEmail(), password: 'correct horse battery' },
      headers: { 'x-forwarded-for': anAddress() },
    }),
  );
  const mine = createClient({ baseUrl, credential: { token: session.access_token } });
  const [team] = dataOf(await mine.GET('/api/v1/teams')).items;
  const project = dataOf(
    await mine.POST('/api/v1/projects', { body: { team_id: team?.id ?? 0, name: 'Website' } }),
  );
  const sender = createClient({ baseUrl, credential: { apiKey: project.api_key } });
  const { id: bug_id } = dataOf(await sender.POST('/api/v1/bugs', { body: aReport() }));
  const params = { path: { bug_id } };
  const changed = dataOf(
    await mine.PATCH('/api/v1/bugs-admin/{bug_id}', { params, body: { status: 'resolved' } }),
  );
  expect(changed.status).toBe('resolved');
  expect(dataOf(await mine.DELETE('/api/v1/bugs-admin/{bug_id}', { params }))).toBeUndefined();
});

it('returns validation errors with their fields', async () => {
  const refused = await client.POST('/api/v1/projects', { body: { team_id: person.teamId, name: '' } });
  expect(refused.error).toMatchObject({
    kind: 'refused',
    status: 422,
    detail: 'name: must be 1 to 200 characters',
    fields: [{ field: 'name', message: 'must be 1 to 200 characters' }],
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const missing = await client.GET('/api/v1/teams/{team_id}', { params: { path: { team_id: 999_999 } } });
  expect(missing.error).toMatchObject({ kind: 'refused', status: 404, detail: 'Not found', fields: [] });
});

it('distinguishes an unreachable server from an aborted request', async () => {
  const lost = createClient({ baseUrl: 'http://127.0.0.1:1', retries: { attempts: 1 } });
  expect((await lost.GET('/api/v1/teams')).error).toMatchObject({ kind: 'unreachable' });
  const signal = AbortSignal.abort('left the page');
  expect((await client.GET('/api/v1/teams', { signal })).error).toMatchObject({
    kind: 'aborted',
    cause: 'left the page',
  });
});

it('lets a request override the credential', async () => {
  const headers = { 'X-API-Key': apiKey };
  expect((await client.POST('/api/v1/bugs', { body: aReport(), headers })).ok).toBe(true);
  expect((await client.GET('/api/v1/teams', { headers })).error).toMatchObject({ status: 401 });
});
