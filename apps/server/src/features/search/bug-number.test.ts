import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { startService } from '../../../test/harness.ts';
import { list, listedIds } from '../../../test/search.ts';

describe.each(['test', 'production'])('a search for a bug number, in %s', async (mode) => {
  const node = await startService({ NODE_ENV: mode });
  const ada = await aPerson(node);
  const project = await aProject(ada);
  const wanted = await aBug(node, project, { title: 'Checkout does nothing' });
  const mentions = await aBug(node, project, { title: `Same as ${wanted}` });

  it.each(['%', '#%', ' #% '])('finds %j by number and by text, each bug once', async (form) => {
    const search = form.replace('%', String(wanted));
    const { items, total } = await list(ada.api, { search });
    expect(items.map(({ id }: { id: number }) => id)).toContain(wanted);
    expect(total).toBe(items.length);
    const byText = form.includes('#') && mode === 'test' ? [] : [mentions];
    expect(await listedIds(ada.api, { search })).toEqual([...byText, wanted]);
  });

  it('meets the other filters and pages', async () => {
    const search = `#${wanted}`;
    expect(await listedIds(ada.api, { search, status: 'spam' })).toEqual([]);
    expect(await listedIds(ada.api, { search, status: 'open', before_id: wanted })).toEqual([]);
    const counted = await ada.api.post('/api/v1/bugs-admin/counts', { filters: [{ search }] });
    expect(counted.body.counts[0].total).toBe((await list(ada.api, { search })).total);
  });

  it('does not find bugs of other teams, or other numbers', async () => {
    const grace = await aPerson(node);
    await aProject(grace);
    expect(await listedIds(grace.api, { search: `#${wanted}` })).toEqual([]);
    expect(await listedIds(ada.api, { search: '99999999999999999999' })).toEqual([]);
    expect(await listedIds(ada.api, { search: `0${wanted}` })).not.toContain(wanted);
  });
});
