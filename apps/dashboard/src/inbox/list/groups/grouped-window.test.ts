import { expect, test } from 'vitest';
import type { ListWindow } from '../../../store/list.ts';
import { GroupedWindow } from './grouped-window.ts';

/** A list whose rows are the words given; undefined where nothing is loaded. A bug's id is one more than its place. */
function aList(words: (string | undefined)[]) {
  const asked: [number, number][] = [];
  const list = {
    version: 1,
    get length() {
      return words.length;
    },
    idAt: (index: number) => (words[index] === undefined ? undefined : index + 1),
    ensure: (from: number, to: number) => void asked.push([from, to]),
    showNew: () => {},
  } as Partial<ListWindow> as ListWindow & { version: number };
  return { list, words, asked };
}

const rowsOf = (window: ListWindow) =>
  Array.from({ length: window.length }, (_, index) => window.idAt(index));
const alphabetical = (a: string, b: string) => a.localeCompare(b);

test('groups in the order of the list: only the last may grow, and a row that is loading follows', () => {
  const { list, words } = aList(['b', 'b', 'a', undefined]);
  const grouped = new GroupedWindow({ list, keyOf: (id) => words[id - 1], compare: null });
  expect(grouped.groups).toEqual([
    { key: 'b', from: 0, count: 2, isOpen: false },
    { key: 'a', from: 2, count: 1, isOpen: true },
  ]);
  expect(rowsOf(grouped)).toEqual([1, 2, 3, undefined]);
  expect(grouped.isByDemand).toBe(false);
});

test('groups in an order of their own hold what is loaded, and more on demand', () => {
  const { list, words, asked } = aList(['b', 'a', 'b', undefined, 'a']);
  const grouped = new GroupedWindow({ list, keyOf: (id) => words[id - 1], compare: alphabetical });
  expect(grouped.groups).toEqual([
    { key: 'a', from: 0, count: 1, isOpen: true },
    { key: 'b', from: 1, count: 2, isOpen: true },
  ]);
  expect(rowsOf(grouped)).toEqual([2, 1, 3]);
  expect([grouped.indexOf(1), grouped.indexOf(5)]).toEqual([1, -1]);
  expect(grouped.isByDemand).toBe(true);
  grouped.loadMore();
  expect(asked).toEqual([[0, 203]]);

  words[3] = 'c';
  list.version++;
  expect(rowsOf(grouped)).toEqual([2, 5, 1, 3, 4]);
  expect(grouped.groups.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
  expect(grouped.isByDemand).toBe(false);
});

test('a changed bug stays in its group until what is new is let in', () => {
  const { list, words } = aList(['a', 'b']);
  const grouped = new GroupedWindow({ list, keyOf: (id) => words[id - 1], compare: alphabetical });
  expect(rowsOf(grouped)).toEqual([1, 2]);
  words[0] = 'c';
  list.version++;
  expect(grouped.groups.map(({ key }) => key)).toEqual(['a', 'b']);
  grouped.showNew();
  expect(grouped.groups.map(({ key }) => key)).toEqual(['b', 'c']);
});
