import { describe, expect, it } from 'vitest';
import { aBug, anAssistant, aPerson, aProject } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { expectNotFound, notIds, unknownId } from '../../../../test/samples.ts';
import { storeReports, whenIndexed } from '../../../../test/search.ts';

const node = await startService();
const ada = await aPerson(node);
const stranger = await aPerson(node);

interface Item {
  id: number;
  score: number;
}

const similarTo = (id: number | string, person = ada) => person.api.get(`/api/v1/bugs-admin/${id}/similar`);

async function itemsFor(id: number): Promise<Item[]> {
  await whenIndexed(node);
  return (await similarTo(id)).body.items;
}
const idsFor = async (id: number) => (await itemsFor(id)).map((item) => item.id);

/** No two titles share a word, so only the stack trace can match. */
let count = 0;
const aTitle = () =>
  String.fromCharCode(...[...String(++count)].map((digit) => 97 + Number(digit))).repeat(3);
const aTrace = (project: { api_key: string }, stack_trace: string) =>
  aBug(node, project, { title: aTitle(), stack_trace });

const trace = `TypeError: Cannot read properties of undefined (reading 'total')
    at Cart.total (https://shop.example.com/assets/index-CkVsdFx_.js:12:34)
    at checkout (https://shop.example.com/assets/index-CkVsdFx_.js:99:7)
    at 0x00007ffdeadbeef libcart.so+0x1f2`;

describe('bugs with the same stack trace', () => {
  it.each([
    ['line numbers', trace.replaceAll(':12:34', ':13:1')],
    ['addresses', trace.replace('0x00007ffdeadbeef', '0x7f00c0ffee1').replace('+0x1f2', '+0x22')],
    ['the hashes of bundles', trace.replaceAll('index-CkVsdFx_', 'index-Ab-dEfGh')],
    ['the depth of a recursion', trace.replace(/ {4}at checkout.*\n/, (line) => line.repeat(9))],
  ])('are found whatever %s are', async (_name, other) => {
    const project = await aProject(ada);
    const [id, copy] = [await aTrace(project, trace), await aTrace(project, other)];
    expect(await itemsFor(id)).toEqual([expect.objectContaining({ id: copy, score: 0.8 })]);
    expect(await idsFor(copy)).toEqual([id]);
  });

  it.each([
    ['another function', trace.replace('Cart.total', 'Order.total'), trace],
    ['another error', trace.replace('TypeError', 'RangeError'), trace],
    ['too few words', 'Error: 17', 'Error: 18'],
    ['no trace at all', '', ''],
  ])('are not those with %s', async (_name, one, other) => {
    const project = await aProject(ada);
    const [id] = [await aTrace(project, one), await aTrace(project, other)];
    expect(await itemsFor(id)).toEqual([]);
  });

  it('come before those with the same title, and first those that have both', async () => {
    const project = await aProject(ada);
    const title = 'Checkout button does nothing';
    const id = await aBug(node, project, { title, stack_trace: trace });
    const sameTitle = await aBug(node, project, { title });
    const both = await aBug(node, project, { title: 'checkout BUTTON: does nothing!', stack_trace: trace });
    const sameTrace = await aTrace(project, trace);
    expect((await itemsFor(id)).map((item) => [item.id, item.score])).toEqual([
      [both, 1],
      [sameTrace, 0.8],
      [sameTitle, 0.7],
    ]);
  });

  it('are found before the bug itself is in the index', async () => {
    const project = await aProject(ada);
    const copy = await aTrace(project, trace);
    await whenIndexed(node);
    const id = await aTrace(project, trace);
    expect((await similarTo(id)).body.items).toEqual([expect.objectContaining({ id: copy })]);
  });
});

describe('bugs with a similar title', () => {
  it('are listed by how much they have in common, as lists show them', async () => {
    const project = await aProject(ada);
    const titles = [
      'Checkout button does nothing on mobile',
      'Nothing happens after the checkout button',
      'The checkout button of the order page has the wrong colour in dark mode on every browser that I have',
      'Search finds nothing',
      'Checkout button does nothing',
    ];
    const [close, further, tooFar, other, id] = (await storeReports(node, project, titles)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const { items } = (await ada.api.get(`/api/v1/bugs-admin?project_id=${project.id}`)).body;
    const found = await itemsFor(id);
    expect(found.map((item) => item.id)).toEqual([close, further]);
    const { score, ...item } = found[0] as Item;
    expect(item).toEqual(items.find((each: Item) => each.id === close));
    expect(score).toBeGreaterThan(found[1]?.score ?? 1);
    expect(score).toBeLessThan(0.7);
    expect([tooFar, other]).not.toContain(found[1]?.id);
  });

  it('are found however many newer ones another project of the team has', async () => {
    const [quiet, noisy] = [await aProject(ada), await aProject(ada)];
    const [copy, id] = await storeReports(node, quiet, ['Voucher rejected', 'Voucher rejected']);
    await storeReports(node, noisy, Array(1_100).fill('Voucher rejected'));
    expect(await idsFor(id as number)).toEqual([copy]);
    // The other code path, for projects with too many bugs to scan.
    const newest = await storeReports(node, noisy, [
      ...Array(1_000).fill('Noise'),
      'Quokka lost',
      'Quokka lost',
    ]);
    await storeReports(node, quiet, Array(1_100).fill('Quokka lost'));
    expect(await idsFor(newest.at(-1) as number)).toEqual([newest.at(-2)]);
  });

  it('are found though their numbers differ', async () => {
    const project = await aProject(ada);
    const [one, other] = (await storeReports(node, project, [
      'Payment of order 4711 was declined',
      'Payment of order 4712 was declined',
    ])) as [number, number];
    expect(await idsFor(one)).toEqual([other]);
  });

  it('are the five mostSimilar, the newest of equals first', async () => {
    const project = await aProject(ada);
    const titles = Array.from({ length: 8 }, () => 'Checkout button does nothing');
    const [id = 0, ...others] = await storeReports(node, project, titles);
    expect(await idsFor(id)).toEqual(others.toReversed().slice(0, 5));
    const { body } = await similarTo(id);
    expect(body.total).toBe(5);
  });

  it.each([
    ['of common words', Array.from({ length: 125 }, (_, nth) => 'the is a of'.split(' ')[nth % 4]).join(' ')],
    [
      'of many words',
      Array.from(
        { length: 100 },
        (_, nth) => `w${'abcdefghij'[nth % 10]}${'klmnopqrst'[Math.floor(nth / 10)]}`,
      ).join(' '),
    ],
    ['of one word', 'x'.repeat(500)],
    ['of signs', `'":*&|!()<->\\ %_# ${'\\'.repeat(50)}`],
    ['of numbers', '1 22 333'],
    ['of another script', '画面が真っ白になります'],
  ])('%s are compared without trouble', async (_name, title) => {
    const project = await aProject(ada);
    const [id, other] = (await storeReports(node, project, [title, title])) as [number, number];
    const hasTellingWords = /\p{L}/u.test(title);
    expect(await idsFor(id)).toEqual(hasTellingWords ? [other] : []);
  });
});

describe('what is not listed', () => {
  it('is spam, what is linked with the bug, and what is in other projects', async () => {
    const project = await aProject(ada);
    const titles = Array.from({ length: 5 }, () => 'Checkout button does nothing');
    const [id, spam, copy, original, left] = (await storeReports(node, project, titles)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    await storeReports(node, await aProject(ada), titles);
    await storeReports(node, await aProject(stranger), titles);
    await ada.api.patch(`/api/v1/bugs-admin/${spam}`, { status: 'spam' });
    await ada.api.post(`/api/v1/bugs-admin/${copy}/duplicate-of/${id}`);
    await ada.api.post(`/api/v1/bugs-admin/${id}/duplicate-of/${original}`);
    expect(await idsFor(id)).toEqual([left]);
  });

  it('is what was deleted', async () => {
    const project = await aProject(ada);
    const [id, copy] = [await aTrace(project, trace), await aTrace(project, trace)];
    expect(await idsFor(id)).toEqual([copy]);
    await ada.api.delete(`/api/v1/bugs-admin/${copy}`);
    expect(await idsFor(id)).toEqual([]);
  });
});

it('an original stands before the duplicates that lead to it', async () => {
  const project = await aProject(ada);
  const title = 'Checkout button does nothing';
  const original = await aBug(node, project, { title: aTitle() });
  const copies = [
    await aBug(node, project, { title, stack_trace: trace }),
    await aBug(node, project, { title, stack_trace: trace }),
  ];
  for (const copy of copies) await ada.api.post(`/api/v1/bugs-admin/${copy}/duplicate-of/${original}`);
  const id = await aTrace(project, trace);
  expect((await itemsFor(id)).map((item) => [item.id, item.score])).toEqual(
    [original, ...copies.toReversed()].map((each) => [each, 0.8]),
  );
  const alike = await aBug(node, project, { title });
  expect(await idsFor(alike)).toEqual([original, ...copies.toReversed()]);
});

it('an original scores as its mostSimilar duplicate, directly or over further duplicates', async () => {
  const project = await aProject(ada);
  const title = 'Checkout button does nothing';
  const first = await aBug(node, project, { title: aTitle() });
  const original = await aBug(node, project, { title: aTitle() });
  const unlikely = await aBug(node, project, {
    title: 'Checkout button does nothing but wait for the server',
  });
  const mostSimilar = await aBug(node, project, { title, stack_trace: trace });
  const likely = await aTrace(project, trace);
  for (const copy of [unlikely, mostSimilar, likely])
    await ada.api.post(`/api/v1/bugs-admin/${copy}/duplicate-of/${original}`);
  await ada.api.post(`/api/v1/bugs-admin/${original}/duplicate-of/${first}`);
  const id = await aBug(node, project, { title, stack_trace: trace });
  const items = (await itemsFor(id)).map((item) => [item.id, item.score]);
  expect(items).toEqual([
    [first, 1],
    [mostSimilar, 1],
    [original, 1],
    [likely, 0.8],
    [unlikely, 0.398],
  ]);
});

describe('who may ask', () => {
  it('is whoever may read the bug', async () => {
    const id = await aBug(node, await aProject(ada));
    expect((await similarTo(id)).status).toBe(200);
    expectNotFound(await similarTo(id, stranger));
    for (const each of [unknownId, ...notIds]) expectNotFound(await similarTo(each));
  });

  it('is an assistant with the scope, and gets the same', async () => {
    const project = await aProject(ada);
    const [id] = [await aTrace(project, trace), await aTrace(project, trace)];
    const items = await itemsFor(id);
    const path = `/api/v1/mcp/bugs/${id}/similar`;
    const answer = await (await anAssistant(node, ada, ['read:bugs'])).api.get(path);
    expect(answer.body).toEqual({ items, total: 1 });
    expect((await (await anAssistant(node, ada, ['write:bugs'])).api.get(path)).status).toBe(403);
    expectNotFound(await (await anAssistant(node, stranger)).api.get(path));
  });
});
