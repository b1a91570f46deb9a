import fc from 'fast-check';
import { expect, it } from 'vitest';
import { steps } from './model/steps.ts';
import { createWorld } from './model/world.ts';

/** What is common comes often. */
const weights: Record<string, number> = {
  serve: 8,
  deliver: 8,
  sendEvents: 5,
  deliverEvents: 5,
  frame: 4,
  wait: 3,
  connect: 3,
  retry: 2,
  others: 4,
  myself: 4,
  undo: 3,
  report: 2,
  enter: 2,
  look: 2,
};

const step = fc.record({
  name: fc.oneof(
    ...Object.keys(steps).map((name) => ({ weight: weights[name] ?? 1, arbitrary: fc.constant(name) })),
  ),
  a: fc.nat(200),
  b: fc.nat(200),
});

it('always ends in the state of the service, and shows what the user wants meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(25),
      fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
      fc.array(step, { maxLength: 70, size: 'max' }),
      async (bugs, windows, run) => {
        const world = createWorld(bugs);
        for (const nth of windows) world.enter(nth);
        await world.settled();
        for (const { name, a, b } of run) {
          steps[name]?.(world, a, b);
          await world.settled();
          world.check();
        }
        await world.checkEnd();
        const answered = new Set(world.outcomes.map(({ handle }) => handle));
        expect(answered.size, 'each change has an outcome').toBe(world.changesMade());
        const told = world.outcomes.filter(({ type }) => ['done', 'failed', 'outdated'].includes(type));
        expect(new Set(told.map(({ handle }) => handle)).size).toBe(told.length);
      },
    ),
    { numRuns: Number(import.meta.env.STORE_RUNS ?? 200) },
  );
}, 300_000);
