import { expect, it } from 'vitest';
import { createMatcher } from './filter.ts';
import type { BugItem } from './types.ts';

const matches = (filter: object, created_at: string) =>
  createMatcher(filter, { me: 1, teamOf: () => 1 })({ created_at } as BugItem);

it('takes created_after as inclusive and created_before as exclusive, to the millisecond', () => {
  const at = '2026-03-01T12:00:00.000Z';
  const [before, after] = ['2026-03-01T11:59:59.999Z', '2026-03-01T12:00:00.001Z'];
  expect([before, at, after].map((time) => matches({ created_before: at }, time))).toEqual([
    true,
    false,
    false,
  ]);
  expect([before, at, after].map((time) => matches({ created_after: at }, time))).toEqual([
    false,
    true,
    true,
  ]);
  expect(matches({ created_before: '2026-03-01' }, '2026-03-01T00:00:00.000Z')).toBe(false);
  expect(matches({ created_after: '2026-03-01' }, '2026-03-01T00:00:00.000Z')).toBe(true);
});
