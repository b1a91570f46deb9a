import createClient from 'openapi-fetch';
import { expect, it } from 'vitest';
import { anAddress, anEmail } from '../../../apps/server/test/builders.ts';
import { startService } from '../../../apps/server/test/harness.ts';
import type { paths } from '../src/api.ts';

// The types are those that openapi-typescript makes of what the service serves: api.test.ts sees to that. That everything here
// goes without a cast is checked with all other types.

const node = await startService();

it('is enough for openapi-fetch: from signing up to a deleted bug', async () => {
  const anyone = createClient<paths>({ baseUrl: node.url, headers: { 'x-forwarded-for': anAddress() } });
  const signedUp = await anyone.POST('/api/v1/auth/signup', {
    body: { email: anEmail(), password: 'correct horse battery' },
  });
  const headers = { authorization: `Bearer ${signedUp.data?.access_token}` };
  const mine = createClient<paths>({ baseUrl: node.url, headers });

  const teams = await mine.GET('/api/v1/teams');
  const team_id = teams.data?.items[0]?.id ?? 0;
  const project = await mine.POST('/api/v1/projects', { body: { team_id, name: 'Website' } });
  const { api_key = '', id: project_id = 0 } = project.data ?? {};

  const reported = await anyone.POST('/api/v1/bugs', {
    params: { header: { 'Idempotency-Key': 'once' } },
    headers: { 'x-api-key': api_key },
    body: {
      title: 'No answer',
      description: 'It hangs.',
      severity: 'high',
      extra: { cart: { items: [1, 2] } },
    },
  });
  const bug_id = reported.data?.id ?? 0;
  expect(reported.response.headers.get('location')).toBe(`/api/v1/bugs/${bug_id}`);

  const listed = await mine.GET('/api/v1/bugs-admin', {
    params: { query: { project_id, status: ['open', 'in_progress'], severity: ['high'], limit: 10 } },
  });
  expect(listed.data?.items.map(({ id, assignee }) => [id, assignee?.name])).toEqual([[bug_id, undefined]]);

  const path = { bug_id };
  const changed = await mine.PATCH('/api/v1/bugs-admin/{bug_id}', {
    params: { path },
    body: { status: 'in_progress', assignee_id: 'me' },
  });
  expect(changed.data?.status).toBe('in_progress');
  const comment = await mine.POST('/api/v1/bugs-admin/{bug_id}/comments', {
    params: { path },
    body: { body: 'Mine.' },
  });
  expect(comment.data?.via).toBe('dashboard');
  const label = await mine.POST('/api/v1/teams/{team_id}/labels', {
    params: { path: { team_id } },
    body: { name: 'Checkout', color: '#F59E0B' },
  });
  const labelled = await mine.POST('/api/v1/bugs-admin/{bug_id}/labels/{label_id}', {
    params: { path: { bug_id, label_id: label.data?.id ?? 0 } },
  });
  expect(labelled.data?.labels.map(({ name }) => name)).toEqual(['Checkout']);

  const deleted = await mine.DELETE('/api/v1/bugs-admin/{bug_id}', { params: { path } });
  expect(deleted.response.status).toBe(204);
  const gone = await mine.GET('/api/v1/bugs-admin/{bug_id}', { params: { path } });
  expect(gone.error?.detail).toBe('Not found');
});
