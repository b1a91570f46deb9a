import { expect, it } from 'vitest';
import { ageOf } from './age.ts';

it.each([
  ['2026-11-16T12:00:30Z', 'now'],
  ['2026-11-16T11:59:20Z', 'now'],
  ['2026-11-16T11:48:00Z', '12m'],
  ['2026-11-16T09:30:00Z', '2h'],
  ['2026-11-14T09:30:00Z', '2d'],
  ['2026-11-01T12:00:00Z', '2w'],
  ['2026-03-05T12:00:00Z', '5 Mar'],
  ['2024-03-05T12:00:00Z', 'Mar 2024'],
  ['nonsense', ''],
])('%s is %o old', (at, age) => {
  expect(ageOf(at, Date.parse('2026-11-16T12:00:00Z'))).toBe(age);
});
