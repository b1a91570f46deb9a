import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../test/harness.ts';
import type { AppContext } from '../app-context.ts';
import { type JobKind, type JobKinds, startJobs } from './jobs.ts';
import {
  addJob,
  deadLetterJob,
  finishJob,
  type JobOptions,
  type LeasedJob,
  leaseJobs,
  postponeJob,
} from './queue.ts';

const node = await startService();
const { context } = node;

let count = 0;
const heldBack = new Set<() => void>();

/** Runs jobs of a kind unique to this test. */
function aKind(kind: JobKind<AppContext>, others: JobKinds<AppContext> = {}) {
  const name = `test-${++count}`;
  const runner = startJobs(context, { [name]: kind, ...others }, { pollMs: 10 });
  onTestFinished(async () => {
    for (const release of heldBack) release();
    await runner.stop();
  });
  return {
    name,
    runner,
    add: (options?: JobOptions, payload = {}) => addJob(context.pools.main, name, payload, options),
    rows: () => context.pools.main.selectFrom('jobs').selectAll().where('kind', '=', name).execute(),
    makeDue: () => sql`update jobs set run_at = now() where kind = ${name}`.execute(context.pools.main),
  };
}

const lease = (kind: string) => leaseJobs(context.pools.main, { recurring: [], others: [kind] }, 1);

/** Work that blocks until released. */
function heldWork() {
  const begun: unknown[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  heldBack.add(release);
  const run: JobKind<AppContext>['run'] = async (_context, payload) => {
    begun.push(payload);
    await held;
  };
  return { begun, release, run };
}

it('runs a job once and forgets it', async () => {
  const ran: unknown[] = [];
  const kind = aKind({ run: async (_context, payload) => void ran.push(payload) });
  await kind.add({}, { bug_id: 5 });
  await expect.poll(kind.rows).toEqual([]);
  expect(ran).toEqual([{ bug_id: 5 }]);
});

it('runs one job for a key, however often it is asked for before it begins', async () => {
  const { begun, run, release } = heldWork();
  const kind = aKind({ run });
  release();
  for (let times = 0; times < 3; times++) await kind.add({ uniqueKey: kind.name, delaySeconds: 60 });
  expect(await kind.rows()).toHaveLength(1);
  await kind.makeDue();
  await expect.poll(kind.rows).toEqual([]);
  expect(begun).toHaveLength(1);
});

it('runs a job once more when it is asked for while it runs', async () => {
  const { begun, run, release } = heldWork();
  const kind = aKind({ run });
  await kind.add({ uniqueKey: kind.name });
  await expect.poll(() => begun).toHaveLength(1);
  for (let times = 0; times < 3; times++) await kind.add({ uniqueKey: kind.name });
  expect(await kind.rows()).toHaveLength(1);
  release();
  await expect.poll(kind.rows).toEqual([]);
  expect(begun).toHaveLength(2);
});

it('runs a job once more when a transaction asks for it that is older than its run', async () => {
  const { begun, run, release } = heldWork();
  const kind = aKind({ run });
  await context.pools.main.transaction().execute(async (trx) => {
    await sql`select now()`.execute(trx);
    await kind.add({ uniqueKey: kind.name });
    await expect.poll(() => begun).toHaveLength(1);
    await addJob(trx, kind.name, {}, { uniqueKey: kind.name });
  });
  release();
  await expect.poll(kind.rows).toEqual([]);
  expect(begun).toHaveLength(2);
});

it('waits for the latest of those who ask while it runs', async () => {
  const { begun, run, release } = heldWork();
  const kind = aKind({ run });
  await kind.add({ uniqueKey: kind.name });
  await expect.poll(() => begun).toHaveLength(1);
  await kind.add({ uniqueKey: kind.name, delaySeconds: 3600 });
  await kind.add({ uniqueKey: kind.name });
  release();
  await expect.poll(async () => (await kind.rows())[0]?.leased_until).toBeNull();
  const [row] = await kind.rows();
  expect(row?.run_at.getTime()).toBeGreaterThan(Date.now() + 3000_000);
  expect(begun).toHaveLength(1);
});

it('puts a job back whatever the reason of its failure has in it', async () => {
  const reason = `Invalid greeting \0\ud800 ${'garbage '.repeat(1_000)}`;
  const kind = aKind({ run: () => Promise.reject(new Error(reason)) });
  await kind.add();
  const expected = { leased_until: null, last_error: expect.stringMatching(/^Invalid greeting .{1,2000}$/) };
  await expect.poll(kind.rows).toMatchObject([expected]);
});

it('does not run a job before its time', async () => {
  const { begun, run } = heldWork();
  const kind = aKind({ run });
  await kind.add({ delaySeconds: 3600 }, { is: 'later' });
  await kind.add({}, { is: 'now' });
  await expect.poll(() => begun).toEqual([{ is: 'now' }]);
  await kind.makeDue();
  await expect.poll(() => begun).toEqual([{ is: 'now' }, { is: 'later' }]);
});

it('lets a slow job hold up no other', async () => {
  const slow = heldWork();
  const quick = heldWork();
  quick.release();
  const kind = aKind({
    run: (given, payload, stopping) => (payload.is === 'slow' ? slow : quick).run(given, payload, stopping),
  });
  await kind.add({}, { is: 'slow' });
  await expect.poll(() => slow.begun).toHaveLength(1);
  for (let times = 0; times < 30; times++) await kind.add({}, { is: 'quick' });
  await expect.poll(() => quick.begun).toHaveLength(30);
  expect(await kind.rows()).not.toEqual([]);
  slow.release();
  await expect.poll(kind.rows).toEqual([]);
});

it('does what recurs even when all others are stuck, and no more than so many of those at once', async () => {
  const stuck = heldWork();
  let ticks = 0;
  const kind = aKind({ run: stuck.run }, { tick: { everySeconds: 0.01, run: async () => void ticks++ } });
  for (let times = 0; times < 15; times++) await kind.add();
  await expect.poll(() => stuck.begun).toHaveLength(10);
  const before = ticks;
  await expect.poll(() => ticks).toBeGreaterThan(before + 3);
  expect(stuck.begun).toHaveLength(10);
  stuck.release();
  await expect.poll(kind.rows).toEqual([]);
  expect(stuck.begun).toHaveLength(15);
});

it('waits for the jobs in hand when it stops, and leaves the rest', async () => {
  const { begun, run, release } = heldWork();
  const kind = aKind({ run });
  for (let times = 0; times < 12; times++) await kind.add();
  await expect.poll(() => begun).toHaveLength(10);
  const stopped = kind.runner.stop();
  release();
  await stopped;
  expect(begun).toHaveLength(10);
  const rows = await kind.rows();
  expect(rows.map(({ attempts }) => attempts)).toEqual([0, 0]);
});

it('takes a job again when whoever had it is gone', async () => {
  const { begun, run, release } = heldWork();
  release();
  const kind = aKind({ run });
  await kind.add({ delaySeconds: 3600 });
  await sql`update jobs set run_at = now(), leased_until = now() + interval '1 hour' where kind = ${kind.name}`.execute(
    context.pools.main,
  );
  await kind.add({}, { is: 'another' });
  await expect.poll(() => begun).toEqual([{ is: 'another' }]);
  await expect.poll(kind.rows).toHaveLength(1);
  await sql`update jobs set leased_until = now() where kind = ${kind.name}`.execute(context.pools.main);
  await expect.poll(kind.rows).toEqual([]);
  expect(begun).toEqual([{ is: 'another' }, {}]);
});

async function aLeasedJob(): Promise<LeasedJob & { row(): Promise<unknown> }> {
  const name = `test-${++count}`;
  await addJob(context.pools.main, name, {}, { uniqueKey: name });
  const row = () =>
    context.pools.main.selectFrom('jobs').selectAll().where('kind', '=', name).executeTakeFirst();
  const [job] = await lease(name);
  return { ...(job as LeasedJob), row };
}

/** A result with the database times before and after. */
async function timed<T>(act: () => Promise<T>): Promise<{ answer: T; before: number; after: number }> {
  const now = async () => {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(context.pools.main);
    return rows[0]?.now.getTime() as number;
  };
  const before = await now();
  return { answer: await act(), before, after: await now() };
}

it.each([
  ['finish', finishJob],
  ['put back', (db: typeof context.pools.main, job: LeasedJob) => postponeJob(db, job, 5, null)],
  ['give up', (db: typeof context.pools.main, job: LeasedJob) => deadLetterJob(db, job, 'no luck')],
])('lets nobody %s a job whose lease is over and which another has taken', async (_what, end) => {
  const { row, ...late } = await aLeasedJob();
  await sql`update jobs set leased_until = now() - interval '1 second' where id = ${late.id}`.execute(
    context.pools.main,
  );
  const [taken] = await lease(late.kind);
  const before = await row();
  expect(before).toMatchObject({ attempts: 2 });
  await end(context.pools.main, late);
  expect(await row()).toEqual(before);
  await finishJob(context.pools.main, taken as LeasedJob);
  expect(await row()).toBeUndefined();
});

it('runs a job again that was asked for while it was tried for the last time', async () => {
  const { row, ...job } = await aLeasedJob();
  await addJob(context.pools.main, job.kind, {}, { uniqueKey: job.kind });
  await deadLetterJob(context.pools.main, job, 'no luck');
  expect(await row()).toMatchObject({ unique_key: job.kind, attempts: 0, leased_until: null });
});

it('keeps a job out of reach of others for a minute', async () => {
  const { answer: job, before, after } = await timed(aLeasedJob);
  const { leased_until } = (await job.row()) as { leased_until: Date };
  expect(leased_until.getTime()).toBeGreaterThanOrEqual(before + 60_000);
  expect(leased_until.getTime()).toBeLessThanOrEqual(after + 60_000);
  expect(await lease(job.kind)).toEqual([]);
});

it.each([
  [1, 15],
  [2, 30],
  [3, 60],
  [8, 1920],
  [9, 3600],
])('waits after failure %i for %i seconds', async (failure, seconds) => {
  const kind = aKind({
    run: async () => {
      throw new Error('no luck');
    },
  });
  const { before, after } = await timed(async () => {
    await kind.add({ delaySeconds: 3600 });
    await sql`update jobs set run_at = now(), attempts = ${failure - 1} where kind = ${kind.name}`.execute(
      context.pools.main,
    );
    await expect.poll(kind.rows).toMatchObject([{ last_error: 'no luck', leased_until: null }]);
  });
  const runAt = (await kind.rows())[0]?.run_at.getTime() ?? 0;
  expect(runAt).toBeGreaterThanOrEqual(before + seconds * 1000);
  expect(runAt).toBeLessThanOrEqual(after + seconds * 1000);
});

it('tries a failed job again later, ten times in all, and keeps it to be looked at', async () => {
  const kind = aKind({
    run: async () => {
      throw new Error('no luck');
    },
  });
  await kind.add({ uniqueKey: kind.name });
  const failed = (attempts: number) =>
    expect.poll(kind.rows).toMatchObject([{ attempts, leased_until: null, last_error: 'no luck' }]);
  await failed(1);
  expect((await kind.rows())[0]?.run_at.getTime()).toBeGreaterThan(Date.now());
  await sql`update jobs set run_at = now(), attempts = 8 where kind = ${kind.name}`.execute(
    context.pools.main,
  );
  await failed(9);
  await kind.makeDue();
  await failed(10);
  expect(await kind.rows()).toMatchObject([{ unique_key: null, run_at: Number.POSITIVE_INFINITY }]);
});

it('tries what recurs again within a minute, however often it failed', async () => {
  const kind = aKind({
    everySeconds: 0.01,
    run: async () => {
      throw new Error('no luck');
    },
  });
  await expect.poll(kind.rows).toMatchObject([{ attempts: 1, leased_until: null }]);
  await sql`update jobs set run_at = now(), attempts = 50 where kind = ${kind.name}`.execute(
    context.pools.main,
  );
  await expect.poll(kind.rows).toMatchObject([{ attempts: 51, leased_until: null }]);
  expect((await kind.rows())[0]?.run_at.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
});

it('never gives up a job that has all the attempts in the world', async () => {
  const kind = aKind({
    attempts: Number.POSITIVE_INFINITY,
    run: async () => {
      throw new Error('no luck');
    },
  });
  await kind.add({ uniqueKey: kind.name });
  await expect.poll(kind.rows).toMatchObject([{ attempts: 1, leased_until: null }]);
  await sql`update jobs set run_at = now(), attempts = 5000 where kind = ${kind.name}`.execute(
    context.pools.main,
  );
  await expect.poll(kind.rows).toMatchObject([{ attempts: 5001, leased_until: null, unique_key: kind.name }]);
});
