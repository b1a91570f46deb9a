import { expect, it } from 'vitest';
import { createWorld } from './model/world.ts';
import type { BugFilter } from './types.ts';

const rows = (window: { length: number; idAt(index: number): number | undefined }) =>
  Array.from({ length: window.length }, (_, index) => window.idAt(index));

async function look(bugs: number, filter: BugFilter) {
  const world = createWorld(bugs - 1);
  const window = world.store.window(filter);
  window.subscribe(() => {});
  await world.calmDown();
  return { ...world, window };
}

it('reads a list page by page in its order, as far as one looks', async () => {
  const { window, calmDown } = await look(20, { sort: 'oldest' });
  expect(rows(window).slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect([window.total, rows(window).at(-1)]).toEqual([20, undefined]);
  window.ensure(0, 20);
  await calmDown();
  expect(rows(window)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(await window.idsBetween(2, 5)).toEqual([3, 4, 5]);
});

it('lets what is new wait, and moves no row by itself', async () => {
  const { window, server, calmDown } = await look(9, { sort: 'severity', status: ['open', 'resolved'] });
  window.ensure(0, 9);
  await calmDown();
  const before = rows(window);
  server.edit(3, { patch: { severity: 'critical' } }, 2);
  server.create(1);
  await calmDown();
  expect([rows(window), window.newCount]).toEqual([before, 1]);
  window.showNew();
  await calmDown();
  expect([rows(window).slice(0, 2), window.newCount]).toEqual([[3, 10], 0]);
});

it('dims what no longer matches until the list is refreshed', async () => {
  const { store, window, calmDown } = await look(5, { sort: 'oldest', status: ['open'] });
  const [first] = rows(window) as [number];
  store.change({ ids: [first] }, { status: 'closed' });
  expect([window.indexOf(first), window.isStale(first)]).toEqual([0, true]);
  await calmDown();
  window.showNew();
  expect(window.indexOf(first)).toBe(-1);
});

it('is another window than that of the same filter newest first', async () => {
  const { store, window } = await look(5, { sort: 'oldest' });
  expect(store.window({ sort: 'newest' })).toBe(store.window({}));
  expect(store.window({})).not.toBe(window);
});

it('does not take for new what moves up from below the last row', async () => {
  const { window, server, calmDown } = await look(9, { status: ['open'] });
  const shown = rows(window).slice(0, 4) as number[];
  server.edit(shown[0] as number, { patch: { status: 'spam' } }, 2);
  server.create(1);
  await calmDown();
  expect([rows(window).slice(0, 4), window.newCount]).toEqual([shown, 1]);
});
