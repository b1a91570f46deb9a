import { expect, it } from 'vitest';
import { aBug, aProject } from '../../../../apps/server/test/builders.ts';
import { whenIndexed } from '../../../../apps/server/test/search.ts';
import { startAssistant } from '../../test/assistant.ts';
import { expectProblem } from '../../test/clients.ts';
import { attack, expectFenced } from '../../test/untrusted.ts';

const { node, ada, project, call } = await startAssistant();
const stack_trace = 'TypeError: total is undefined\n    at Cart.total (cart.js:12:34)';

it('returns likely duplicates with their scores, best match first', async () => {
  const title = 'Checkout button does nothing';
  const [id, sameTitle, both] = [
    await aBug(node, project, { title, stack_trace }),
    await aBug(node, project, { title }),
    await aBug(node, project, { title, stack_trace: stack_trace.replace(':12:34', ':56:7') }),
  ];
  await whenIndexed(node);
  const { data, text } = await call('find_similar_bugs', { bug_id: id });
  expect(data.bugs).toEqual([
    { id: both, score: 1, status: 'open', untrusted_report: { title } },
    { id: sameTitle, score: 0.7, status: 'open', untrusted_report: { title } },
  ]);
  expect(text).toContain(`#${both} open · score 1`);
});

it('reports that there are none', async () => {
  const id = await aBug(node, await aProject(ada));
  const { data, text } = await call('find_similar_bugs', { bug_id: id });
  expect(data.bugs).toEqual([]);
  expect(text).toBe(`No similar bugs found for #${id} in its project.`);
});

it('fences untrusted text', async () => {
  const own = await aProject(ada);
  const [id] = [await aBug(node, own, { title: attack }), await aBug(node, own, { title: attack })];
  await whenIndexed(node);
  expectFenced(await call('find_similar_bugs', { bug_id: id }));
});

it('explains how to find a bug after a 404', async () => {
  expectProblem(
    await call('find_similar_bugs', { bug_id: 999_999 }),
    /^Not found: .+ Find ids with list_bugs/,
  );
});
