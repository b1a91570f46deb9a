import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import { createDatabase, startNodeWithShortTimeouts } from '../../../test/harness.ts';
import { hold } from '../../../test/hold.ts';
import { countStatuses } from '../../../test/samples.ts';

// Locks are waited for briefly, and a rejected report is not stored later.
const node = await startNodeWithShortTimeouts(
  await createDatabase(),
  { DEFAULT_PLAN: 'unlimited' },
  { connectionMs: 10_000, lockMs: 300, batchLockMs: 200, silenceMs: 60_000, idleTransactionMs: 60_000 },
);
const person = await aPerson(node);

const titles = async () =>
  (await node.db.selectFrom('bugs').select('title').execute()).map(({ title }) => title);

const reportsNamed = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => aReport({ title: `${name} ${index}` }));

async function aSenderOfItsOwn() {
  const project = await aProject(person);
  return { project, sender: aSender(node, project) };
}

/** Created one after the other: on a slow machine they would lock their team too long. */
async function someSenders(count: number) {
  const senders = [];
  while (senders.length < count) senders.push(await aSenderOfItsOwn());
  return senders;
}

describe('a table that is locked', () => {
  it('is told to whoever reports, reads or looks after the service, and nothing that was refused is stored later', async () => {
    const senders = await someSenders(4);
    const once = { 'idempotency-key': 'locked' };
    expect((await senders[0]?.sender.post('/api/v1/bugs', aReport({ title: 'first' })))?.status).toBe(201);
    const release = await hold(node, (trx) => sql`lock table bugs in access exclusive mode`.execute(trx));
    const answers = await Promise.all([
      ...senders.flatMap(({ sender }) =>
        reportsNamed('refused', 5).map((report) => sender.post('/api/v1/bugs', report)),
      ),
      senders[0]?.sender.post('/api/v1/bugs', aReport({ title: 'refused once' }), once),
      person.api.get(`/api/v1/bugs-admin?team_id=${person.teamId}`),
      node.anyone.get('/health'),
    ]);
    expect(countStatuses(answers.filter((answer) => answer !== undefined))).toEqual({ 503: 23 });
    for (const answer of answers) expect(answer?.headers.get('retry-after')).toBe('5');
    expect(answers.at(-1)?.body.detail).toMatch(/Reports cannot be stored/);
    await release();

    await expect.poll(async () => (await node.anyone.get('/health')).status).toBe(200);
    const again = () => senders[0]?.sender.post('/api/v1/bugs', aReport({ title: 'stored' }), once);
    await expect.poll(async () => (await again())?.status).toBe(201);
    expect(await titles()).toEqual(['first', 'stored']);
  });

  it('is one line in the log for all who meet it within a second, without a stack', () => {
    const lines = node.logs.filter(({ msg }) => msg === 'lock timeout');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(20);
    expect(lines[0]).toMatchObject({ times: 1, code: '55P03' });
    expect(JSON.stringify(node.logs)).not.toContain('queue.ts');
  });
});

describe('a project whose rows are locked', () => {
  it('has its reports refused, and no other project', async () => {
    const [locked, ...others] = await someSenders(4);
    if (!locked) throw new Error('there are four');
    expect((await locked.sender.post('/api/v1/bugs', aReport())).status).toBe(201);
    const usage = node.db.selectFrom('project_usage').where('project_id', '=', locked.project.id);
    const release = await hold(node, (trx) => trx.executeQuery(usage.selectAll().forUpdate()));
    for (let round = 1; round <= 3; round++) {
      const [refused, ...stored] = await Promise.all([
        locked.sender.post('/api/v1/bugs', aReport({ title: 'of the locked' })),
        ...others.map(({ sender }) => sender.post('/api/v1/bugs', aReport())),
      ]);
      expect(refused?.status).toBe(503);
      expect(countStatuses(stored)).toEqual({ 201: 3 });
    }
    await release();
    expect(await titles()).not.toContain('of the locked');
    await expect.poll(async () => (await locked.sender.post('/api/v1/bugs', aReport())).status).toBe(201);
  });
});

describe('an Idempotency-Key that an open transaction keeps locked', () => {
  it('has its repeats refused, and no report of another project', async () => {
    const [locked, other] = [await aSenderOfItsOwn(), await aSenderOfItsOwn()];
    const once = { 'idempotency-key': 'kept' };
    const first = await locked.sender.post('/api/v1/bugs', aReport(), once);
    const release = await hold(node, (trx) =>
      sql`select from idempotency_keys where project_id = ${locked.project.id} for update`.execute(trx),
    );
    const [refused, stored] = await Promise.all([
      locked.sender.post('/api/v1/bugs', aReport(), once),
      other.sender.post('/api/v1/bugs', aReport(), once),
    ]);
    expect([refused.status, stored.status]).toEqual([503, 201]);
    await release();
    const again = () => locked.sender.post('/api/v1/bugs', aReport(), once);
    await expect.poll(async () => (await again()).text).toBe(first.text);
  });
});
