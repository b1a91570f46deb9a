import { expect, it } from 'vitest';
import { aPerson } from '../../../test/builders.ts';
import { secretKey, startService } from '../../../test/harness.ts';
import { aNotifyingProject } from '../../../test/notifications.ts';
import { timestamp, unknownId } from '../../../test/samples.ts';
import { signExpiringLink, signLink } from '../../auth/signed-links.ts';

const node = await startService();
const ada = await aPerson(node, { name: 'Ada Inside', team_name: 'Team Inside' });
const { report } = await aNotifyingProject(node, ada, { name: 'Project Inside', emails: [] });

const aDay = 24 * 3600 * 1000;
const linkTo = (bugId: number, { key = secretKey, purpose = 'report', inMs = aDay } = {}) =>
  signExpiringLink(key, purpose, bugId, new Date(Date.now() + inMs));
const pathOf = (bugId: number) => `/api/v1/reports/${linkTo(bugId)}`;
const asJson = { accept: 'application/json' };
const asBrowser = { accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8' };

const internal = {
  description: 'Description inside',
  environment: 'Environment inside',
  app_version: 'Version inside',
  stack_trace: 'Trace inside',
  url: 'https://inside.example',
  user_agent: 'Agent inside',
  reporter_email: 'inside@example.com',
  reporter_identifier: 'Identifier inside',
  extra: { key: 'Extra inside' },
};

it('shows the title and what became of the report, and nothing internal', async () => {
  const bugId = await report({ title: 'Cart is empty', ...internal });
  await ada.api.patch(`/api/v1/bugs-admin/${bugId}`, { assignee_id: 'me' });
  await ada.api.post(`/api/v1/bugs-admin/${bugId}/comments`, { body: 'Comment inside' });
  const page = await node.anyone.get(pathOf(bugId), asBrowser);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.text).toContain('Cart is empty');
  expect(page.text).toContain('It has been received.');
  expect(page.text.toLowerCase()).not.toContain('inside');
  const json = await node.anyone.get(pathOf(bugId), asJson);
  expect(json.body).toEqual({
    title: 'Cart is empty',
    status: 'open',
    state: 'It has been received.',
    reported_at: timestamp,
    resolved_at: null,
  });
});

it.each([
  ['open', 'It has been received.', 'open'],
  ['in_progress', 'It is being worked on.', 'in_progress'],
  ['resolved', 'It has been resolved.', 'resolved'],
  ['closed', 'It has been closed.', 'closed'],
  ['wont_fix', 'It will not be changed.', 'wont_fix'],
  ['spam', 'It has been closed.', 'closed'],
])('says of a bug that is %s: %s', async (status, words, shown) => {
  const bugId = await report();
  await ada.api.patch(`/api/v1/bugs-admin/${bugId}`, { status });
  const { text } = await node.anyone.get(pathOf(bugId));
  expect(text).toContain(words);
  expect(text).not.toContain('spam');
  expect((await node.anyone.get(pathOf(bugId), asJson)).body.status).toBe(shown);
});

it('shows a title as text, on a page that loads and runs nothing', async () => {
  const bugId = await report({ title: '\u202e</p><script>alert(1)</script>&amp;"\'' });
  const { text, headers } = await node.anyone.get(pathOf(bugId));
  expect(text).toContain('&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;&quot;&#39;');
  expect(text).not.toContain('<script');
  expect(text).not.toContain('\u202e');
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
});

it.each([
  'x',
  '1.',
  `1.${'a'.repeat(43)}`,
  signLink(secretKey, 'report', 1),
  linkTo(1, { purpose: 'mute' }),
  linkTo(unknownId),
  linkTo(1, { key: 'a secret key of somebody else entirely' }),
  linkTo(1, { key: 'a secret key of somebody else entirely', inMs: -aDay }),
])('finds no report behind a link that was not mailed: %s', async (token) => {
  await report();
  const page = await node.anyone.get(`/api/v1/reports/${token}`);
  expect(page.status).toBe(404);
  expect(page.text).toContain('Report not found');
  const json = await node.anyone.get(`/api/v1/reports/${token}`, asJson);
  expect([json.status, json.body]).toEqual([404, { detail: 'Not found' }]);
});

it('says so when the link is too old', async () => {
  const path = `/api/v1/reports/${linkTo(await report(), { inMs: -1_000 })}`;
  const page = await node.anyone.get(path);
  expect(page.status).toBe(410);
  expect(page.text).toContain('This link has expired');
  const json = await node.anyone.get(path, asJson);
  expect([json.status, json.body]).toEqual([
    410,
    { detail: 'This link has expired. It was valid for 180 days.' },
  ]);
});

it('says so when the bug has been deleted', async () => {
  const bugId = await report();
  expect((await ada.api.delete(`/api/v1/bugs-admin/${bugId}`)).status).toBe(204);
  const page = await node.anyone.get(pathOf(bugId));
  expect(page.status).toBe(404);
  expect(page.text).toContain('Report not found');
});

it('keeps the link out of the log', async () => {
  const path = pathOf(await report());
  await node.anyone.get(path);
  await expect.poll(() => JSON.stringify(node.logs)).toContain('/api/v1/reports/:token');
  expect(JSON.stringify(node.logs)).not.toContain(path.split('/').at(-1));
});
