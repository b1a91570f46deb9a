import { expect, it } from 'vitest';
import { agoOf } from './ago.ts';

it.each([
  ['2026-11-16T12:00:30Z', 'just now'],
  ['2026-11-16T11:59:20Z', 'just now'],
  ['2026-11-16T11:59:00Z', '1 minute ago'],
  ['2026-11-16T11:48:00Z', '12 minutes ago'],
  ['2026-11-16T09:30:00Z', '2 hours ago'],
  ['2026-11-14T09:30:00Z', '2 days ago'],
  ['2026-11-01T12:00:00Z', '2 weeks ago'],
  ['2026-03-05T12:00:00Z', '8 months ago'],
  ['2024-03-05T12:00:00Z', '2 years ago'],
  ['nonsense', ''],
])('%s was %o', (at, ago) => {
  expect(agoOf(at, Date.parse('2026-11-16T12:00:00Z'))).toBe(ago);
});
