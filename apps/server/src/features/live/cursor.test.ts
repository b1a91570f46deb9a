import { describe, expect, it } from 'vitest';
import { sees } from '../events/outbox/cursor.ts';
import { formatCursor, parseCursor, type StreamCursor } from './cursor.ts';

const cursor: StreamCursor = {
  activityId: 9081,
  numbering: 1_234_567,
  xmax: 5_000_000_123,
  xip: [4_900_000_000, 5_000_000_120],
  begun: { xid: 5_000_000_120, upTo: 9081 },
};

describe('the cursor of a stream', () => {
  it('is read as it was written', () => {
    expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
    const still = { ...cursor, xip: [], begun: null };
    expect(parseCursor(formatCursor(still))).toEqual(still);
  });

  it('says that less was seen, never more, when too many transactions were running', () => {
    const xip = Array.from({ length: 400 }, (_, nth) => 4_900_000_000 + nth * 1_000);
    const many = { ...cursor, xip };
    const text = formatCursor(many);
    expect(text.length).toBeLessThanOrEqual(500);
    const read = parseCursor(text) as StreamCursor;
    expect(read).toMatchObject({ activityId: 9081, begun: cursor.begun });
    expect(read.xip.length).toBeGreaterThan(50);
    for (const xid of [...xip, ...xip.map((each) => each + 1)])
      if (sees(read, xid)) expect(sees(many, xid)).toBe(true);
  });

  it.each([
    '',
    '9081',
    'abc',
    '9081.1',
    '9081.1.0..',
    '9081.1.z..10',
    '9081.1.z..1,2',
    '9081.1.zzzzzzzzzzz..',
    '9081.1.10..-1',
    `9081.1.zzzzz..${'1,'.repeat(300)}1`,
    '99999999999999999.1.10..',
  ])('is none when it is "%s"', (text) => {
    expect(parseCursor(text)).toBeUndefined();
  });
});
