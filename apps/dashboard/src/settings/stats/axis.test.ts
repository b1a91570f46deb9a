import { expect, it } from 'vitest';
import { namedDays, ticksUpTo } from './axis.ts';

it.each([
  [0, [0, 1, 2, 3, 4]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [17, [0, 5, 10, 15, 20]],
  [20, [0, 5, 10, 15, 20]],
  [21, [0, 10, 20, 30]],
  [1234, [0, 500, 1000, 1500]],
])('numbers an axis up to %s with %j', (most, ticks) => {
  expect(ticksUpTo(most)).toEqual(ticks);
});

it.each([
  [0, []],
  [1, [0]],
  [2, [0, 1]],
  [7, [0, 2, 4, 6]],
  [30, [0, 7, 15, 22, 29]],
])('names of %s days %j', (count, named) => {
  expect(namedDays(count)).toEqual(named);
});
