import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { expectRefused } from '../../../test/samples.ts';
import { list, listedIds, whenIndexed } from '../../../test/search.ts';
import { aLabel } from '../../../test/stored-bugs.ts';

const node = await startService({ NODE_ENV: 'production', DEFAULT_PLAN: 'unlimited' });
const ada = await aPerson(node);
const project = await aProject(ada);
const path = '/api/v1/bugs-admin';

const reports = {
  checkout: {
    title: 'Checkout button does nothing',
    description: 'I press "Pay" and NOTHING happens.',
    stack_trace:
      'TypeError: cart is undefined\n    at renderCart (https://cdn.example.org/assets/app-3.js:12:7)',
    reporter_email: 'jane.doe+bugs@example.com',
    reporter_identifier: 'customer-4711',
    url: 'https://shop.example.com/basket/view?item=98765',
  },
  umlauts: { title: 'Größe ÄNDERN geht nicht', description: 'Ünïcödé — „Anführung“ naïve…' },
  japanese: { title: '日本語、テスト', description: '🐝 is here' },
  syntax: {
    title: "qa & qb | !qc <-> 'qd' \\ qe:* (qf)",
    description: '100% of_all #hash {curly} ~tilde ^hat `tick`',
  },
  version: { title: 'Broken since v1.22.333', description: 'foo-bar foo_baz don’t' },
  long: { title: `wait ${'w'.repeat(499 - 4)}`, description: 'x'.repeat(10_000) },
};
type Name = keyof typeof reports;

const ids = new Map<number, Name>();
const search = async (text: string): Promise<Name[]> =>
  (await listedIds(ada.api, { search: text })).map((id) => ids.get(id) as Name).sort();

const expectations: [string, Name[]][] = [
  ['checkout', ['checkout']],
  ['CHECK', ['checkout']],
  ['heckout', []],
  ['checkout button', ['checkout']],
  ['button checkout', ['checkout']],
  ['but che noth', ['checkout']],
  ['checkout zebra', []],
  ['nothing', ['checkout']],
  ['typeerror', ['checkout']],
  ['undefined cart', ['checkout']],
  ['rendercart', ['checkout']],
  ['app-3.js', ['checkout']],
  ['js', ['checkout']],
  ['https://cdn.example.org/assets/', ['checkout']],
  ['jane.doe+bugs@example.com', ['checkout']],
  ['doe', ['checkout']],
  ['customer-47', ['checkout']],
  ['4711', ['checkout']],
  ['basket/view?item=987', ['checkout']],
  ['größe', ['umlauts']],
  ['GRÖSSE', []],
  ['GRÖß', ['umlauts']],
  ['ändern', ['umlauts']],
  ['ÜNÏC', ['umlauts']],
  ['anführung', ['umlauts']],
  ['„Anf', ['umlauts']],
  ['naïve', ['umlauts']],
  ['日本', ['japanese']],
  ['本語', []],
  ['テスト', ['japanese']],
  ['🐝', ['japanese']],
  ['qa & qb', ['syntax']],
  ['qb&qa', ['syntax']],
  ['!qc', ['syntax']],
  ["'qd'", ['syntax']],
  ["qd':*|'zebra", []],
  ['qe:*', ['syntax']],
  ['zebra | checkout', []],
  ['!zebra', []],
  ['(qf)', ['syntax']],
  ['\\', []],
  ['100%', ['syntax']],
  ['of_all', ['syntax']],
  ['#hash {curly} ~tilde ^hat `tick`', ['syntax']],
  ['#', []],
  ['v1.22', ['version']],
  ['22.333', ['version']],
  ['foo_bar', ['version']],
  ["don't", ['version']],
  ['%%', []],
  ['!!!', []],
  ['…—', []],
  ['w'.repeat(495), ['long']],
  ['x'.repeat(500), ['long']],
];

async function expectAll(): Promise<void> {
  for (const [text, names] of expectations) {
    expect({ text, names: await search(text) }).toEqual({ text, names });
  }
}

describe('a search in production', () => {
  it('finds every word as the beginning of a word', async () => {
    for (const [name, report] of Object.entries(reports)) {
      ids.set(await aBug(node, project, report), name as Name);
    }
    await whenIndexed(node);
    await expectAll();
    const [id] = await listedIds(ada.api, { search: 'checkout' });
    const label = await aLabel(ada, 'chosen');
    expect(await listedIds(ada.api, { search: 'checkout', label_id: label })).toEqual([]);
    await ada.api.post(`${path}/${id}/labels/${label}`);
    expect(await listedIds(ada.api, { search: 'checkout', label_id: label })).toEqual([id]);
    const both = [label, await aLabel(ada, 'chosen too')];
    expect(await listedIds(ada.api, { search: 'checkout', label_id: both })).toEqual([]);
    await ada.api.post(`${path}/${id}/labels/${both[1]}`);
    expect(await listedIds(ada.api, { search: 'checkout', label_id: both })).toEqual([id]);
    expect(await listedIds(ada.api, { search: 'checkout', status: 'spam' })).toEqual([]);
  });

  it('says how many it has found, and pages through them', async () => {
    const [newer, older] = await listedIds(ada.api, { search: 'b' });
    expect(await list(ada.api, { search: 'b', limit: 1 })).toMatchObject({
      items: [{ id: newer }],
      total: 2,
    });
    const second = await list(ada.api, { search: 'b', limit: 1, offset: 1 });
    expect(second).toMatchObject({ items: [{ id: older }], total: 2, limit: 1, offset: 1 });
    expect(second).not.toHaveProperty('total_capped');
    expect(await list(ada.api, { search: 'b', offset: 2 })).toMatchObject({ items: [], total: 2 });
  });

  it.each(['', ' ', '\t\u00a0'])('is none when it is blank', async (text) => {
    expect((await list(ada.api, { search: text })).total).toBe(ids.size);
  });

  it('meets filters', async () => {
    const [id] = await listedIds(ada.api, { search: 'checkout' });
    const other = await aProject(ada);
    expect(await listedIds(ada.api, { search: 'checkout', project_id: project.id })).toEqual([id]);
    expect(await listedIds(ada.api, { search: 'checkout', project_id: other.id })).toEqual([]);
    await ada.api.patch(`${path}/${id}`, { status: 'in_progress', assignee_id: 'me' });
    expect(
      await listedIds(ada.api, { search: 'checkout', status: 'in_progress', assignee_id: 'me' }),
    ).toEqual([id]);
    expect(await listedIds(ada.api, { search: 'checkout', status: 'open' })).toEqual([]);
    expect(await listedIds(ada.api, { search: 'checkout', assignee_id: 'none' })).toEqual([]);
  });

  it('takes up to 50 words', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, nth) => `w${nth}`).join(' ');
    expect(await listedIds(ada.api, { search: words(50) })).toEqual([]);
    expectRefused(await ada.api.get(`${path}?search=${encodeURIComponent(words(51))}`), 'search');
  });

  it('finds nothing of others', async () => {
    const stranger = await aPerson(node);
    expect(await listedIds(stranger.api, { search: 'checkout' })).toEqual([]);
    const theirs = await aBug(node, await aProject(stranger), { title: 'Checkout of theirs' });
    await whenIndexed(node);
    expect(await listedIds(stranger.api, { search: 'checkout' })).toEqual([theirs]);
    expect(await search('checkout')).toEqual(['checkout']);
  });
});
