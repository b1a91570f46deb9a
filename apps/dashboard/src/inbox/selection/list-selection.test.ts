import { expect, test } from 'vitest';
import type { ListWindow } from '../../store/list.ts';
import type { BugFilter } from '../../store/types.ts';
import { ListSelection } from './list-selection.ts';

interface List extends ListWindow {
  stale: Set<number>;
  /** The number of the bug at place 0. */
  top: number;
}

/** A list of `length` bugs, of which the first `loaded` are loaded. The bug at place 0 has the highest number. */
function aList(length: number, loaded = length, filter: BugFilter = {}): List {
  const idOf = (index: number) => list.top - index;
  const stale = new Set<number>();
  const list: List = {
    top: 1000,
    filter,
    version: 1,
    status: 'ready',
    problem: undefined,
    total: length,
    capped: false,
    length,
    newCount: 0,
    stale,
    idAt: (index) => (index >= 0 && index < loaded ? idOf(index) : undefined),
    indexOf: (id) => (list.top - id < loaded ? list.top - id : -1),
    ensure: () => {},
    idsBetween: async (from, to) => Array.from({ length: to - from }, (_, at) => idOf(from + at)),
    showNew: () => {},
    isStale: (id) => stale.has(id),
    subscribe: () => () => {},
  };
  return list;
}

function at(list: ListWindow): ListSelection {
  const listSelection = new ListSelection();
  listSelection.look(list);
  return listSelection;
}

test('the cursor begins at the first row and stays within what is loaded', () => {
  const listSelection = at(aList(10, 3));
  listSelection.step(1);
  expect(listSelection.cursor).toBe(1000);
  for (let step = 0; step < 5; step++) listSelection.step(1);
  expect(listSelection.cursor).toBe(998);
  listSelection.step(-9);
  expect(listSelection.cursor).toBe(1000);
});

test('the next bug is below, above at the end of the list, and none that is selected or no longer belongs there', () => {
  const list = aList(4);
  const listSelection = at(list);
  listSelection.moveTo(999);
  list.stale.add(998);
  expect(listSelection.next()).toBe(997);
  listSelection.moveTo(997);
  expect(listSelection.next()).toBe(999);
  listSelection.toggle(999);
  listSelection.moveTo(1000);
  expect(listSelection.next()).toBe(997);
});

test('a range takes rows that are not loaded, and gives rows back when one returns', async () => {
  const listSelection = at(aList(300, 50));
  listSelection.moveTo(1000);
  await listSelection.extendTo(120);
  expect(listSelection.selectionSize).toBe(121);
  await listSelection.extendTo(2);
  expect(listSelection.selectionSize).toBe(3);
  expect(listSelection.target()).toEqual({ ids: [1000, 999, 998] });
});

test('steps with shift select from where one was', () => {
  const listSelection = at(aList(10));
  listSelection.moveTo(999);
  listSelection.extend(1);
  listSelection.extend(1);
  expect(listSelection.target()).toEqual({ ids: [999, 998, 997] });
  listSelection.extend(-1);
  expect(listSelection.target()).toEqual({ ids: [999, 998] });
  expect(listSelection.cursor).toBe(998);
});

test('all that match is a second step, belongs to its filter, and may leave some out', () => {
  const listSelection = at(aList(3214, 50, { search: 'pay' }));
  listSelection.selectLoaded();
  expect(listSelection.selectionSize).toBe(50);
  expect(listSelection.matching).toBe(3214);
  listSelection.selectMatching();
  listSelection.toggle(998);
  expect(listSelection.isSelected(998)).toBe(false);
  expect(listSelection.isSelected(999)).toBe(true);
  expect(listSelection.target()).toEqual({ filter: { search: 'pay' }, except: [998], expectedTotal: 3214 });
  listSelection.look(aList(5, 5, { search: 'other' }));
  expect(listSelection.selectionSize).toBe(0);
  expect(listSelection.target()).toBeNull();
});

test('a range keeps the bug that it was begun at when others arrive above', () => {
  const list = aList(10);
  const listSelection = at(list);
  listSelection.moveTo(999);
  listSelection.extend(1);
  list.top = 1003;
  listSelection.extend(1);
  expect(listSelection.target()).toEqual({ ids: [999, 998, 997] });
});

test('what no longer belongs in the list is selected by nothing that selects many', async () => {
  const list = aList(4);
  const listSelection = at(list);
  list.stale.add(999);
  listSelection.selectLoaded();
  expect(listSelection.target()).toEqual({ ids: [1000, 998, 997] });
  listSelection.clear();
  listSelection.moveTo(1000);
  await listSelection.extendTo(2);
  expect(listSelection.target()).toEqual({ ids: [1000, 998] });
});

test('when more match than the service changes at once, selecting all of them is not offered', () => {
  const listSelection = at(aList(10_001, 50));
  listSelection.selectLoaded();
  expect([listSelection.matching, listSelection.isTooMany]).toEqual([null, true]);
  listSelection.selectMatching();
  expect(listSelection.selectionSize).toBe(50);
});

test('what was not changed, as others match by now, is selected again but for what was left out', () => {
  const filter = { search: 'pay' };
  const target = { filter, except: [998], expectedTotal: 20 };
  const listSelection = at(aList(20, 20, filter));
  listSelection.selectAgain(target, 21);
  expect(listSelection.target()).toEqual({ ...target, expectedTotal: 21 });
  listSelection.toggle(997);
  listSelection.selectAgain(target, 22);
  expect(listSelection.target()).toEqual({ filter, except: [998, 997], expectedTotal: 22 });
  listSelection.selectAgain(target, 0);
  expect(listSelection.selectionSize).toBe(0);
});

test('it is not selected again where another list, or something else, has been chosen meanwhile', () => {
  const target = { filter: { search: 'pay' }, except: [], expectedTotal: 20 };
  const elsewhere = at(aList(5));
  elsewhere.selectAgain(target, 21);
  expect(elsewhere.selectionSize).toBe(0);
  const listSelection = at(aList(20, 20, target.filter));
  listSelection.toggle(990);
  listSelection.selectAgain(target, 21);
  expect(listSelection.target()).toEqual({ ids: [990] });
});
