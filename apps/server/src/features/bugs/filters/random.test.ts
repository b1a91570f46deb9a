import type { BugFilters } from '@skep/vocabulary';
import { describe, expect, it } from 'vitest';
import { anAssistant } from '../../../../test/builders.ts';
import { startService } from '../../../../test/harness.ts';
import { list, whenIndexed } from '../../../../test/search.ts';
import { meets, randomFilters, storeVariety } from '../../../../test/varied-bugs.ts';

/** In production, search uses the index. */
describe.each(['test', 'production'])('random filters of random bugs, in %s', async (mode) => {
  const node = await startService({ NODE_ENV: mode, DEFAULT_PLAN: 'unlimited' });
  const variety = await storeVariety(node, 240);
  const { ada, bugs, pick } = variety;
  const assistant = await anAssistant(node, ada);
  const expected = (given: BugFilters) => bugs.filter((bug) => meets(bug, given, ada.id)).map(({ id }) => id);
  const some = Array.from({ length: 150 }, () => randomFilters(variety));

  it('list the same as plain JavaScript finds', async () => {
    await whenIndexed(node);
    for (const given of some) {
      const ids = expected(given);
      const { items, total } = await list(ada.api, { ...given, limit: 10 });
      const answer = { given, total, ids: items.map(({ id }) => id) };
      expect(answer).toEqual({ given, total: ids.length, ids: ids.slice(0, 10) });
    }
  });

  it('go on below any id, with the same total', async () => {
    for (const given of some) {
      const before = pick(bugs).id + pick([0, 1]);
      const ids = expected(given);
      const { items, total } = await list(ada.api, { ...given, before_id: before, limit: 7 });
      const answer = { given, before, total, ids: items.map(({ id }) => id) };
      const below = ids.filter((id) => id < before).slice(0, 7);
      expect(answer).toEqual({ given, before, total: ids.length, ids: below });
    }
  });

  it('are counted, many at once', async () => {
    for (let from = 0; from < some.length; from += 50) {
      const filters = some.slice(from, from + 50);
      const { status, body } = await ada.api.post('/api/v1/bugs-admin/counts', { filters });
      expect([status, body]).toEqual([
        200,
        { counts: filters.map((given) => ({ total: expected(given).length })) },
      ]);
    }
  });

  it('export what they list, and show it to assistants', async () => {
    for (const given of some.slice(0, 40)) {
      const query = new URLSearchParams(
        Object.entries(given).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
      );
      const { text } = await ada.api.get(`/api/v1/bugs-admin/export.csv?${query}`);
      const lines = text.split('\r\n').slice(1, -1);
      expect({ given, ids: lines.map((line) => Number.parseInt(line, 10)) }).toEqual({
        given,
        ids: expected(given),
      });
      const { body } = await assistant.api.get(`/api/v1/mcp/bugs?${query}&limit=1`);
      expect({ given, total: body.total }).toEqual({ given, total: expected(given).length });
    }
  });
});
