import { expect, test } from 'vitest';
import type { BugFilter, ListWindow } from '../../store/types.ts';
import { Triage } from './triage.ts';

/** A list of `length` bugs, of which the first `loaded` are loaded. The bug at place 0 has the highest number. */
function aList(length: number, loaded = length, filter: BugFilter = {}): ListWindow & { stale: Set<number> } {
  const idOf = (index: number) => 1000 - index;
  const stale = new Set<number>();
  return {
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
    indexOf: (id) => (1000 - id < loaded ? 1000 - id : -1),
    ensure: () => {},
    idsBetween: async (from, to) => Array.from({ length: to - from }, (_, at) => idOf(from + at)),
    showNew: () => {},
    isStale: (id) => stale.has(id),
    reload: () => {},
    subscribe: () => () => {},
  };
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
