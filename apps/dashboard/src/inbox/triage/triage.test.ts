import { expect, test } from 'vitest';
import type { ListWindow } from '../../store/list.ts';
import type { BugFilter } from '../../store/types.ts';
import { Triage } from './triage.ts';

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

function at(list: ListWindow): Triage {
  const triage = new Triage();
  triage.look(list);
  return triage;
}

test('the cursor begins at the first row and stays within what is loaded', () => {
  const triage = at(aList(10, 3));
  triage.step(1);
  expect(triage.cursor).toBe(1000);
  for (let step = 0; step < 5; step++) triage.step(1);
  expect(triage.cursor).toBe(998);
  triage.step(-9);
  expect(triage.cursor).toBe(1000);
});

test('the next bug is below, above at the end of the list, and none that is selected or no longer belongs there', () => {
  const list = aList(4);
  const triage = at(list);
  triage.moveTo(999);
  list.stale.add(998);
  expect(triage.next()).toBe(997);
  triage.moveTo(997);
  expect(triage.next()).toBe(999);
  triage.toggle(999);
  triage.moveTo(1000);
  expect(triage.next()).toBe(997);
});

test('a range takes rows that are not loaded, and gives rows back when one returns', async () => {
  const triage = at(aList(300, 50));
  triage.moveTo(1000);
  await triage.extendTo(120);
  expect(triage.selectionSize).toBe(121);
  await triage.extendTo(2);
  expect(triage.selectionSize).toBe(3);
  expect(triage.target()).toEqual({ ids: [1000, 999, 998] });
});

test('steps with shift select from where one was', () => {
  const triage = at(aList(10));
  triage.moveTo(999);
  triage.extend(1);
  triage.extend(1);
  expect(triage.target()).toEqual({ ids: [999, 998, 997] });
  triage.extend(-1);
  expect(triage.target()).toEqual({ ids: [999, 998] });
  expect(triage.cursor).toBe(998);
});

test('all that match is a second step, belongs to its filter, and may leave some out', () => {
  const triage = at(aList(3214, 50, { search: 'pay' }));
  triage.selectLoaded();
  expect(triage.selectionSize).toBe(50);
  expect(triage.matching).toBe(3214);
  triage.selectMatching();
  triage.toggle(998);
  expect(triage.isSelected(998)).toBe(false);
  expect(triage.isSelected(999)).toBe(true);
  expect(triage.target()).toEqual({ filter: { search: 'pay' }, except: [998], expectedTotal: 3214 });
  triage.look(aList(5, 5, { search: 'other' }));
  expect(triage.selectionSize).toBe(0);
  expect(triage.target()).toBeNull();
});

test('a range keeps the bug that it was begun at when others arrive above', () => {
  const list = aList(10);
  const triage = at(list);
  triage.moveTo(999);
  triage.extend(1);
  list.top = 1003;
  triage.extend(1);
  expect(triage.target()).toEqual({ ids: [999, 998, 997] });
});

test('what no longer belongs in the list is selected by nothing that selects many', async () => {
  const list = aList(4);
  const triage = at(list);
  list.stale.add(999);
  triage.selectLoaded();
  expect(triage.target()).toEqual({ ids: [1000, 998, 997] });
  triage.clear();
  triage.moveTo(1000);
  await triage.extendTo(2);
  expect(triage.target()).toEqual({ ids: [1000, 998] });
});

test('when more match than the service changes at once, selecting all of them is not offered', () => {
  const triage = at(aList(10_001, 50));
  triage.selectLoaded();
  expect([triage.matching, triage.isTooMany]).toEqual([null, true]);
  triage.selectMatching();
  expect(triage.selectionSize).toBe(50);
});

test('what was not changed, as others match by now, is selected again but for what was left out', () => {
  const filter = { search: 'pay' };
  const target = { filter, except: [998], expectedTotal: 20 };
  const triage = at(aList(20, 20, filter));
  triage.selectAgain(target, 21);
  expect(triage.target()).toEqual({ ...target, expectedTotal: 21 });
  triage.toggle(997);
  triage.selectAgain(target, 22);
  expect(triage.target()).toEqual({ filter, except: [998, 997], expectedTotal: 22 });
  triage.selectAgain(target, 0);
  expect(triage.selectionSize).toBe(0);
});

test('it is not selected again where another list, or something else, has been chosen meanwhile', () => {
  const target = { filter: { search: 'pay' }, except: [], expectedTotal: 20 };
  const elsewhere = at(aList(5));
  elsewhere.selectAgain(target, 21);
  expect(elsewhere.selectionSize).toBe(0);
  const triage = at(aList(20, 20, target.filter));
  triage.toggle(990);
  triage.selectAgain(target, 21);
  expect(triage.target()).toEqual({ ids: [990] });
});
