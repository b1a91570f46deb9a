import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { list, listedIds, storeReports } from '../../../test/search.ts';

const node = await startService({ DEFAULT_PLAN: 'unlimited' });
const ada = await aPerson(node);
const project = await aProject(ada);

const checkout = await aBug(node, project, {
  title: 'Checkout button does nothing',
  description: 'I press "Pay" and nothing happens.',
  stack_trace: 'TypeError: cart is undefined\n    at renderCart',
  reporter_email: 'jane.doe@example.com',
  reporter_identifier: 'customer-4711',
  url: 'https://shop.example.com/basket',
});
const syntax = await aBug(node, project, {
  title: '100% of_all',
  description: "Größe C:\\temp 'quoted' a & b",
});

describe('a search in development', () => {
  it.each([
    ['HECKOUT BUT', [checkout]],
    ['checkout does', []],
    ['"Pay" and', [checkout]],
    ['undefined\n    at', [checkout]],
    ['doe@exam', [checkout]],
    ['MER-47', [checkout]],
    ['/basket', [checkout]],
    ['nothing I press', []],
    ['%', [syntax]],
    ['0% o', [syntax]],
    ['f_a', [syntax]],
    ['f_l', []],
    ['\\', [syntax]],
    [':\\t', [syntax]],
    ["'", [syntax]],
    ['a & b', [syntax]],
    ['größe', [syntax]],
    ['GRÖß', [syntax]],
    ['t', [syntax, checkout]],
    ['zebra', []],
  ])('finds %j as a part of a text, in either case', async (search, expected) => {
    expect(await list(ada.api, { search })).toMatchObject({
      items: expected.map((id) => ({ id })),
      total: expected.length,
    });
  });

  it.each(['', '  '])('is none when it is blank', async (search) => {
    expect((await list(ada.api, { search })).total).toBe(2);
  });

  it('meets filters', async () => {
    await ada.api.patch(`/api/v1/bugs-admin/${syntax}`, { severity: 'critical' });
    expect(await listedIds(ada.api, { search: 't', severity: 'critical' })).toEqual([syntax]);
    expect(await listedIds(ada.api, { search: 't', severity: 'medium' })).toEqual([checkout]);
    expect(await listedIds(ada.api, { search: 'zebra', severity: 'medium' })).toEqual([]);
  });

  it('counts up to a thousand', async () => {
    const own = await aProject(ada);
    const titles = Array.from({ length: 1_000 }, (_, nth) => `Zebra ${nth}`);
    const ids = (await storeReports(node, own, titles)).toReversed();
    const exact = await list(ada.api, { search: 'zebra' });
    expect(exact).toMatchObject({ total: 1_000 });
    expect(exact).not.toHaveProperty('total_capped');

    const [newest] = await storeReports(node, own, ['One more zebra']);
    const capped = await list(ada.api, { search: 'zebra', limit: 2 });
    expect(capped).toMatchObject({
      items: [{ id: newest }, { id: ids[0] }],
      total: 1_000,
      total_capped: true,
    });
    expect(await listedIds(ada.api, { search: 'zebra', offset: 999 })).toEqual(ids.slice(-2));
  });
});
