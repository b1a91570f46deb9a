import { describe, expect, it } from 'vitest';
import { sees } from '../events/place.ts';
import { formatPlace, type LivePlace, parsePlace } from './place.ts';

const place: LivePlace = {
  activityId: 9081,
  numbering: 1_234_567,
  xmax: 5_000_000_123,
  xip: [4_900_000_000, 5_000_000_120],
  begun: { xid: 5_000_000_120, upTo: 9081 },
};

describe('a place in a stream', () => {
  it('is read as it was written', () => {
    expect(parsePlace(formatPlace(place))).toEqual(place);
    const still = { ...place, xip: [], begun: null };
    expect(parsePlace(formatPlace(still))).toEqual(still);
  });

  it('says that less was seen, never more, when too many transactions were running', () => {
    const xip = Array.from({ length: 400 }, (_, nth) => 4_900_000_000 + nth * 1_000);
    const many = { ...place, xip };
    const text = formatPlace(many);
    expect(text.length).toBeLessThanOrEqual(500);
    const read = parsePlace(text) as LivePlace;
    expect(read).toMatchObject({ activityId: 9081, begun: place.begun });
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
    expect(parsePlace(text)).toBeUndefined();
  });
});
