import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headHeight, layoutOf } from './layout.ts';

test('without groups, rows follow each other', () => {
  const layout = layoutOf(40, []);
  expect([layout.topOf(0), layout.topOf(3), layout.covered]).toEqual([0, 120, 0]);
  expect([layout.indexAt(0), layout.indexAt(119), layout.indexAt(120)]).toEqual([0, 2, 3]);
});

test('every row is found at its place, and a heading leads to its first row', () => {
  const heads = fc
    .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 20 })
    .map((others) => [0, ...others.sort((a, b) => a - b)]);
  fc.assert(
    fc.property(heads, fc.integer({ min: 0, max: 300 }), fc.constantFrom(40, 58), (heads, index, height) => {
      const layout = layoutOf(height, heads);
      const top = layout.topOf(index);
      expect(layout.indexAt(top)).toBe(index);
      expect(layout.indexAt(top + height - 1)).toBe(index);
      if (heads.includes(index)) expect(layout.indexAt(top - headHeight)).toBe(index);
    }),
  );
});
