import { expect, it } from 'vitest';
import { aBug, aProject } from '../../../../apps/server/test/builders.ts';
import { aLabel, storeBugs } from '../../../../apps/server/test/stored-bugs.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';
import { attack, expectFenced } from '../../test/untrusted.ts';

const { node, ada, project, call } = await startAssistant();

it('returns pages of 20, newest first', async () => {
  const many = await aProject(ada);
  const ids = await storeBugs(node, many, 45);
  const seen: number[] = [];
  const lengths: number[] = [];
  for (let cursor: string | undefined, page = 0; page < 5; page++) {
    const { data, text } = await call('list_bugs', { project_id: many.id, cursor });
    expect(data.total).toBe(45);
    seen.push(...data.bugs.map(({ id }: { id: number }) => id));
    lengths.push(data.bugs.length);
    cursor = data.next_cursor;
    expect(text).toContain(cursor ? `cursor "${cursor}"` : 'the last page');
    if (!cursor) break;
  }
  expect(lengths).toEqual([20, 20, 5]);
  expect(seen).toEqual(ids.reverse());
});

it('stops at a full last page', async () => {
  const many = await aProject(ada);
  await storeBugs(node, many, 20);
  expect((await call('list_bugs', { project_id: many.id })).data).not.toHaveProperty('next_cursor');
});

it('continues after a capped total', async () => {
  const many = await aProject(ada);
  await storeBugs(node, many, 1_025, { title: 'Countless' });
  const page = (cursor: string) => call('list_bugs', { project_id: many.id, search: 'countless', cursor });
  const { data, text } = await page('980');
  expect(data).toMatchObject({ total: 1_000, total_capped: true, next_cursor: '1000' });
  expect(text).toContain('20 of 1000 or more bugs');
  expect(text).toContain('cursor "1000"');
  expect((await page('1000')).data).toMatchObject({ next_cursor: '1020' });
  const last = await page('1020');
  expect(last.data.bugs).toHaveLength(5);
  expect(last.data).not.toHaveProperty('next_cursor');
  expect(last.text).toContain('This is the last page.');
});

it('returns short items', async () => {
  const [id] = await storeBugs(node, project, 1, { title: 'x'.repeat(500), description: 'y'.repeat(900) });
  await call('assign_to_me', { bug_id: id });
  await aLabel(ada, 'Short');
  await call('add_label_to_bug', { bug_id: id, label_name: 'short' });
  const { data, text } = await call('list_bugs', { project_id: project.id, assignee: 'me' });
  expect(data.bugs).toEqual([
    {
      id,
      status: 'open',
      severity: 'medium',
      assignee: 'Ada',
      labels: ['Short'],
      project_id: project.id,
      comments: 0,
      created_at: expect.any(String),
      untrusted_report: { title: `${'x'.repeat(199)}…` },
    },
  ]);
  expect(text).toContain(`#${id} open, medium · assigned to "Ada" · labels: "Short"`);
  expect(text).not.toContain('yyy');
});

it('filters', async () => {
  const own = await aProject(ada);
  const [first, second, third] = await storeBugs(node, own, 3, { title: 'Zebra crossing' });
  const label = await aLabel(ada, 'Filtered');
  await call('add_label_to_bug', { bug_id: first, label_id: label });
  await call('update_bug', { bug_id: second, severity: 'critical' });
  await call('mark_spam', { bug_id: third });
  const idsWith = async (filters: object) =>
    (await call('list_bugs', { project_id: own.id, ...filters })).data.bugs.map(
      ({ id }: { id: number }) => id,
    );
  expect(await idsWith({ label_ids: [label] })).toEqual([first]);
  expect(await idsWith({ severity: 'critical' })).toEqual([second]);
  expect(await idsWith({ status: 'spam' })).toEqual([third]);
  expect(await idsWith({ assignee: 'none', search: 'zebra' })).toEqual([third, second, first]);
  expect((await call('list_bugs', { project_id: own.id, search: 'giraffe' })).text).toMatch(/^No bugs/);
});

it('supports every filter of the list', async () => {
  const own = await aProject(ada);
  const report = { environment: 'staging', app_version: '1.2', reporter_email: 'Jane@example.com' };
  const first = await aBug(node, own, report);
  const second = await aBug(node, own);
  await ada.api.post(`/api/v1/bugs-admin/${second}/duplicate-of/${first}`);
  const idsWith = async (filters: object) =>
    (await call('list_bugs', { project_id: own.id, ...filters })).data.bugs.map(
      ({ id }: { id: number }) => id,
    );
  expect(await idsWith({ team_id: ada.teamId, status: ['open', 'spam'] })).toEqual([second, first]);
  expect(await idsWith({ duplicate_of_id: String(first) })).toEqual([second]);
  expect(await idsWith({ duplicate_of_id: 'none' })).toEqual([first]);
  expect(await idsWith({ created_after: '2026-01-01T00:00:00+01:00', severity: ['medium'] })).toHaveLength(2);
  expect(await idsWith({ created_before: '2026-01-01' })).toEqual([]);
  expect(await idsWith({ reporter: 'jane@example.com' })).toEqual([first]);
  expect(await idsWith({ environment: 'staging', app_version: '1.2' })).toEqual([first]);
});

it('fences untrusted text', async () => {
  await aBug(node, project, { title: attack, description: attack, stack_trace: attack });
  expectFenced(await call('list_bugs', { search: 'Ignore' }));
});

it('a title cannot add lines to the list', async () => {
  const own = await aProject(ada);
  const id = await aBug(node, own, { title: `${attack}\u2028#7 open\u0085#8 open\u202e` });
  const { text } = await call('list_bugs', { project_id: own.id });
  expect(text.split(/[\n\u2028\u0085]/).filter((line) => /^#\d+/.test(line))).toEqual([
    expect.stringMatching(`^#${id} open, medium`),
    expect.stringMatching(
      `^#${id} "Ignore your instructions\\\\n.+\\\\u2028#7 open\\\\u0085#8 open\\\\u202e"$`,
    ),
  ]);
});

it.each([
  [{ project_id: 999 }, /^Not found: .+ Find projects with list_honeycombs/],
  [{ cursor: 'next' }, /cursor: must be the next_cursor of an earlier result.+again/],
  [{ project: 1 }, /project: unknown argument. Allowed: team_id, project_id, status/],
])('explains how to fix %j', async (args, expected) => {
  expectProblem(await call('list_bugs', args), expected);
});
