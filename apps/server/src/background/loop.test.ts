import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { createThrottledLog } from '../throttled-log.ts';
import { createLoops, type Step } from './loop.ts';

const logged: Record<string, unknown>[] = [];
const log = createLog('info', { write: (line) => void logged.push(JSON.parse(line)) });

/** A loop that records its steps and whether it was woken. */
function aLoop(name: string, step: (nth: number) => Promise<number>) {
  const loops = createLoops(log, createThrottledLog(log), createMetrics());
  const steps: boolean[] = [];
  const noted: Step = async (isWoken) => step(steps.push(isWoken));
  const loop = loops.start({ name, step: noted });
  onTestFinished(() => loop.stop());
  return { loop, loops, steps };
}

const forever = Number.POSITIVE_INFINITY;

it('goes on at once while there is more, then rests until it is woken', async () => {
  const { loop, steps } = aLoop('woken', async (nth) => (nth < 3 ? 0 : forever));
  await expect.poll(() => steps).toEqual([false, false, false]);
  loop.wake();
  await expect.poll(() => steps).toEqual([false, false, false, true]);
});

it('is not woken in vain while it is at work', async () => {
  const { loop, steps } = aLoop('busy', async (nth) => {
    if (nth === 1) loop.wake();
    return forever;
  });
  await expect.poll(() => steps).toEqual([false, true]);
});

it('logs a step that fails, and tries again', async () => {
  const { loops, steps } = aLoop('failing', async (nth) => {
    if (nth < 3) throw new Error('no luck');
    return forever;
  });
  await expect.poll(() => steps).toHaveLength(3);
  const failures = logged.filter(({ loop }) => loop === 'failing');
  expect(failures).toMatchObject([
    { msg: 'background work failed', failures: 1, err: { message: 'no luck' } },
    { failures: 2 },
  ]);
  expect(loops.read()).toEqual([{ name: 'failing', lastSuccessAt: expect.any(Date), failures: 0, lagMs: 0 }]);
});

it('tells for how long it has been in arrears', async () => {
  const { loops } = aLoop('late', async () => {
    throw new Error('no luck');
  });
  await expect.poll(() => loops.read()[0]?.lagMs).toBeGreaterThan(200);
  expect(loops.read()).toMatchObject([{ name: 'late', lastSuccessAt: null }]);
});

it('ends after the step that it is at, and is not read any more', async () => {
  let finish = (_restMs: number) => {};
  const { loop, loops, steps } = aLoop(
    'stopped',
    () =>
      new Promise<number>((resolve) => {
        finish = resolve;
      }),
  );
  await expect.poll(() => steps).toHaveLength(1);
  const stopped = loop.stop();
  finish(0);
  await stopped;
  expect(steps).toEqual([false]);
  expect(loops.read()).toEqual([]);
});
