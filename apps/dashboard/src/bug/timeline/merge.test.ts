import { expect, it } from 'vitest';
import { type Activity, type Comment, loadTail, mergeTimeline } from './merge.ts';

const comment = (id: number, created_at: string) => ({ id, created_at }) as Comment;
const activity = (id: number, created_at: string, kind: Activity['kind'] = 'assigned') =>
  ({ id, created_at, kind }) as Activity;
const all = <T>(...items: T[]) => ({ items, earlier: 0 });

it('puts comments and activity in the order in which they happened', () => {
  const { entries, earlier } = mergeTimeline(
    all(comment(1, '02'), comment(2, '05')),
    all(
      activity(1, '01', 'created'),
      activity(2, '02', 'commented'),
      activity(3, '03'),
      activity(4, '06', 'comment_edited'),
    ),
  );
  expect(entries.map(({ key }) => key)).toEqual(['a1', 'c1', 'a3', 'c2']);
  expect(earlier).toBe(0);
});

it('leaves no holes where only the newest of one are loaded', () => {
  const { entries, earlier } = mergeTimeline(
    { items: [comment(60, '05'), comment(61, '07')], earlier: 59 },
    all(activity(1, '01'), activity(2, '06')),
  );
  expect(entries.map(({ key }) => key)).toEqual(['c60', 'a2', 'c61']);
  expect(earlier).toBe(60);
});

/** A service with a list of this length, and how often it was asked. */
function serving(total: number) {
  const asked: number[] = [];
  const fetchPage = async ({ limit, offset }: { limit: number; offset: number }) => {
    asked.push(offset);
    const items = Array.from({ length: total }, (_, nth) => nth).slice(offset, offset + limit);
    return { items, total };
  };
  return { asked, fetchPage };
}

it.each([
  ['nothing', 0, 50, 0, 1],
  ['all of a short list', 12, 50, 12, 1],
  ['the newest of a long list', 1_000, 50, 1_000, 1],
  ['the newest of a list that is longer than expected', 1_000, 50, 0, 2],
  ['the newest of a list that is shorter than expected', 12, 50, 500, 2],
  ['more than one page', 1_000, 450, 1_000, 3],
])('loads %s', async (_what, total, wanted, expected, requests) => {
  const { asked, fetchPage } = serving(total);
  const { items, earlier } = await loadTail(fetchPage, wanted, expected);
  expect(items).toHaveLength(total - earlier);
  expect(items.at(-1) ?? -1).toBe(total - 1);
  expect(items.length).toBeGreaterThanOrEqual(Math.min(wanted, total));
  expect(new Set(items).size).toBe(items.length);
  expect(asked).toHaveLength(requests);
});
