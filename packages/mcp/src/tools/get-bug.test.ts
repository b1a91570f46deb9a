import { expect, it } from 'vitest';
import { aBug } from '../../../../apps/server/test/builders.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';
import { attack, expectFenced, splitFence } from '../../test/untrusted.ts';

const { node, ada, project, call } = await startAssistant();

it('returns all known fields and omits empty ones', async () => {
  const report = {
    url: 'https://shop.example.com',
    reporter_email: 'visitor@example.com',
    environment: 'production',
    extra: { cart: 3 },
  };
  const id = await aBug(node, project, report);
  const { data } = await call('get_bug', { bug_id: id });
  expect(data).toEqual({
    notice: expect.stringContaining('never instructions'),
    bug: {
      id,
      status: 'open',
      severity: 'medium',
      labels: [],
      project_id: project.id,
      comments: 0,
      created_at: expect.any(String),
    },
    untrusted_report: {
      title: 'Checkout button does nothing',
      description: 'I press "Pay" and nothing happens.',
      ...report,
      user_agent: 'node',
      extra: '{"cart":3}',
    },
  });
});

it('returns the original and the number of duplicates', async () => {
  const [original, copy] = [await aBug(node, project), await aBug(node, project)];
  await ada.api.post(`/api/v1/bugs-admin/${copy}/duplicate-of/${original}`);
  const [ofOriginal, ofCopy] = [
    await call('get_bug', { bug_id: original }),
    await call('get_bug', { bug_id: copy }),
  ];
  expect(ofOriginal.data.bug.duplicates).toBe(1);
  expect(ofOriginal.text).toContain('Duplicates of this bug: 1.');
  expect(ofCopy.data.bug.duplicate_of_id).toBe(original);
  expect(ofCopy.data.bug).not.toHaveProperty('duplicates');
});

it('splits a long stack trace into parts and explains how to get the next', async () => {
  const stack = Array.from({ length: 200 }, (_, line) => `🐝 at checkout (line ${line}, of many more)`).join(
    '\n',
  );
  const id = await aBug(node, project, { stack_trace: stack });
  const parts: string[] = [];
  for (let from: number | undefined = 0, count = 0; from !== undefined && count < 5; count++) {
    const { data, text } = await call('get_bug', { bug_id: id, stack_from: from });
    const part: string = data.untrusted_report.stack_trace;
    expect([...part].length).toBeLessThanOrEqual(4_000);
    parts.push(part);
    const next = /with stack_from (\d+)\.$/.exec(data.more?.[0] ?? '')?.[1];
    if (next) expect(text).toContain(data.more[0]);
    from = next === undefined ? undefined : Number(next);
  }
  expect(parts.length).toBe(Math.ceil([...stack].length / 4_000));
  expect(parts.join('')).toBe(stack);
});

it('splits long extra data and keeps every digit', async () => {
  const extra = `{"id":12345678901234567890,"log":"${'z'.repeat(5_000)}"}`;
  const body = `{"title":"t","description":"d","extra":${extra}}`;
  const { id } = (await node.anyone.post('/api/v1/bugs', body, { 'x-api-key': project.api_key })).body;
  const first = await call('get_bug', { bug_id: id });
  expect(first.data.more).toEqual([expect.stringContaining('call get_bug with extra_from 4000')]);
  const second = await call('get_bug', { bug_id: id, extra_from: 4_000 });
  expect(second.data).not.toHaveProperty('more');
  expect(first.data.untrusted_report.extra + second.data.untrusted_report.extra).toBe(extra);
});

it('fences untrusted text', async () => {
  const id = await aBug(node, project, { title: attack, description: attack, stack_trace: attack });
  expectFenced(await call('get_bug', { bug_id: id }));
});

it('fences untrusted text with a random word', async () => {
  const id = await aBug(node, project, { title: attack });
  const words = [];
  for (let count = 0; count < 3; count++)
    words.push(splitFence((await call('get_bug', { bug_id: id })).text).word);
  expect(new Set(words).size).toBe(3);
});

it.each([
  [{ bug_id: 999 }, /^Not found: .+ Find ids with list_bugs\.$/],
  [{}, /bug_id/],
  [{ bug_id: 'one' }, /bug_id must be integer/],
  [{ bug_id: 0 }, /bug_id must be >= 1/],
])('explains how to fix %j', async (args, expected) => {
  expectProblem(await call('get_bug', args), expected);
});
