import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSparseList } from './sparse-list.ts';

/** A list of the service that does not change, from which pages are read in any order. */
const pages = fc.array(
  fc.record({ at: fc.nat(40), limit: fc.integer({ min: 1, max: 8 }), isNext: fc.boolean() }),
);

it('is the list that pages were read from, in whichever order, and keeps each row in its place', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(1_000), { maxLength: 40 }),
      pages,
      fc.integer({ min: -5, max: 5 }),
      (given, reads, error) => {
        const all = given.map((id) => id + 1).sort((a, b) => b - a);
        const list = createSparseList();
        // What is believed about the length may be wrong.
        list.clear(Math.max(0, all.length + error));
        const read = (at: number, limit: number, after?: number) => {
          const from = after === undefined ? at : all.indexOf(after) + 1;
          const ids = all.slice(from, from + limit);
          if (ids.length === 0 && from > 0 && after === undefined) return;
          list.put({
            ids,
            at,
            ...(after === undefined ? {} : { after }),
            isTop: after === undefined && from === 0,
            isEnd: ids.length < limit,
          });
        };
        for (const { at, limit, isNext } of reads) read(at, limit, isNext ? list.idAt(at - 1) : undefined);
        const loaded = [...list.ids()];
        expect(loaded).toEqual(all.filter((id) => loaded.includes(id)));
        for (const id of loaded) expect(list.idAt(list.indexOf(id))).toBe(id);

        read(0, 5);
        for (let hole = list.firstHole(0, list.length); hole; hole = list.firstHole(0, list.length))
          read(hole.from, 5, list.idAt(hole.from - 1));
        while (list.length < all.length) read(list.length, 5, list.idAt(list.length - 1));
        expect([...list.ids()]).toEqual(all);
        expect(list.length).toBe(all.length);
      },
    ),
  );
});

it('lets rows in and out where they belong, also between rows that are not loaded', () => {
  const list = createSparseList();
  list.clear(10);
  list.put({ ids: [90, 80], at: 0, isTop: true });
  list.put({ ids: [40, 30], at: 5 });
  for (const id of [95, 85, 60]) list.insert(id);
  expect(Array.from({ length: list.length }, (_, index) => list.idAt(index))).toEqual([
    95,
    90,
    85,
    80,
    undefined,
    undefined,
    undefined,
    undefined,
    40,
    30,
    undefined,
    undefined,
    undefined,
  ]);
  for (const id of [95, 40, 30]) list.remove(id);
  expect([...list.ids()]).toEqual([90, 85, 80]);
  expect(list.setLength(4)).toBe(true);
  expect(list.firstHole(0, 9)).toEqual({ from: 3, to: 4 });
});

it('forgets rows that are far away, and knows that it has', () => {
  const list = createSparseList();
  list.put({ ids: [9, 8, 7, 6, 5, 4, 3, 2, 1], at: 0, isTop: true, isEnd: true });
  list.keepOnly([
    { from: 0, to: 2 },
    { from: 5, to: 7 },
  ]);
  expect([...list.ids()]).toEqual([9, 8, 4, 3]);
  expect([10, 9, 6, 4, 1].map((id) => list.isInside(id))).toEqual([true, true, false, true, false]);
  list.put({ ids: [7, 6, 5, 4], at: 2, after: 8 });
  expect(list.firstHole(0, 9)).toEqual({ from: 7, to: 9 });
});
