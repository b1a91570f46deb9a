import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../../test/builders.ts';
import type { Answer } from '../../../test/client.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { hold, whenBlocked } from '../../../test/hold.ts';
import { countStatuses } from '../../../test/samples.ts';

// One project never delays the reports of another.
const node = await startNode(await createDatabase(), { DEFAULT_PLAN: 'unlimited' });
const { db } = node;
const person = await aPerson(node);

/** A project without a rate limit, and its sender. */
async function aBusyProject() {
  const project = await aProject(person);
  await db
    .updateTable('projects')
    .set({ reports_per_minute: 100_000 })
    .where('id', '=', project.id)
    .execute();
  return { project, sender: aSender(node, project) };
}

const storedIn = async (projectId: number) =>
  (await db.selectFrom('bugs').select('id').where('project_id', '=', projectId).execute()).length;

describe('reports that wait', () => {
  it('are bounded by the size of what was sent, not of what is kept of it', async () => {
    // Two projects, because one alone may not send that much at once.
    const [first, second] = [await aBusyProject(), await aBusyProject()];
    const release = await hold(node, (trx) => sql`lock table bugs in exclusive mode`.execute(trx));
    const large = aReport({ ignored: 'x'.repeat(500_000) });
    const sent = Array.from({ length: 45 }, () =>
      [first, second].map(({ sender }) => sender.post('/api/v1/bugs', large)),
    ).flat();
    const refused = await Promise.race(sent);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    await release();
    const { 201: stored = 0, 503: others = 0 } = countStatuses(await Promise.all(sent));
    expect(stored + others).toBe(90);
    expect((await storedIn(first.project.id)) + (await storedIn(second.project.id))).toBe(stored);
    expect(stored).toBeGreaterThan(0);
  });
});

describe('a report that a rule matches', () => {
  it('holds no rule while it waits for its project, so that two of them cannot wait for each other', async () => {
    const { project, sender } = await aBusyProject();
    const rules = `/api/v1/projects/${project.id}/blocklist`;
    await person.api.post(rules, { kind: 'keyword', value: 'casino' });
    const spam = aReport({ title: 'Casino' });
    await expect
      .poll(async () => {
        await sender.post('/api/v1/bugs', spam);
        return (await person.api.get(rules)).body.items[0].match_count;
      })
      .toBeGreaterThan(0);
    const usage = db.selectFrom('project_usage').selectAll().where('project_id', '=', project.id);
    const release = await hold(node, (trx) => trx.executeQuery(usage.forUpdate()));
    const waiting = sender.post('/api/v1/bugs', spam);
    await whenBlocked(node);
    const free = db.selectFrom('blocklist_rules').select('id').where('project_id', '=', project.id);
    expect(await free.forUpdate().skipLocked().execute()).toHaveLength(1);
    await release();
    expect((await waiting).status).toBe(201);
  });
});

describe('a report that is in a deadlock with somebody else', () => {
  /**
   * Causes a deadlock: another transaction holds a row the report needs and then requests one the report holds. Returns the
   * response, and whether the other transaction survived.
   */
  async function causeDeadlock(projectId: number, send: () => Promise<Answer>): Promise<[Answer, boolean]> {
    const usage = db.selectFrom('project_usage').selectAll().where('project_id', '=', projectId);
    let waiting: Promise<Answer> | undefined;
    const other = db.transaction().execute(async (trx) => {
      await trx.executeQuery(usage.forUpdate());
      waiting = send();
      await whenBlocked(node);
      await trx.updateTable('key_windows').set({ hits: 0 }).execute();
    });
    const isOtherDone = await other.then(
      () => true,
      () => false,
    );
    return [await (waiting as Promise<Answer>), isOtherDone];
  }

  it.each([
    ['without an Idempotency-Key', () => ({})],
    ['with an Idempotency-Key', () => ({ 'idempotency-key': crypto.randomUUID() })],
  ])('is stored all the same when the database decides against it: %s', async (_how, headers) => {
    const { project, sender } = await aBusyProject();
    await sender.post('/api/v1/bugs', aReport());
    // PostgreSQL aborts the transaction that checks first, which is usually the report's.
    for (let attempt = 1; attempt <= 3; attempt++) {
      const [answer, isOtherDone] = await causeDeadlock(project.id, () =>
        sender.post('/api/v1/bugs', aReport(), headers()),
      );
      expect(answer.status).toBe(201);
      if (isOtherDone) break;
    }
  });
});

describe('a project that is deleted', () => {
  it('is gone, however reports come in meanwhile, and nobody sees an error of ours', async () => {
    const deletions = Array.from({ length: 8 }, async () => {
      const { project, sender } = await aBusyProject();
      await person.api.post(`/api/v1/projects/${project.id}/blocklist`, { kind: 'keyword', value: 'casino' });
      let isGone = false;
      const sending = Array.from({ length: 6 }, async (_, n) => {
        for (let count = 0; !isGone; count++) {
          const headers = n % 2 ? { 'idempotency-key': `${n} ${count}` } : undefined;
          const answer = await sender.post(
            '/api/v1/bugs',
            aReport(n % 3 ? {} : { title: 'Casino' }),
            headers,
          );
          expect([201, 401, 503]).toContain(answer.status);
          isGone = answer.status === 401;
        }
      });
      await expect.poll(() => storedIn(project.id)).toBeGreaterThan(5);
      const deleted = await person.api.delete(`/api/v1/projects/${project.id}`);
      await Promise.all(sending);
      expect(deleted.status).toBe(204);
      expect(await storedIn(project.id)).toBe(0);
    });
    await Promise.all(deletions);
  });

  it('holds up no report, not even its own, while its bugs are being deleted', async () => {
    const [doomed, quiet] = [await aBusyProject(), await aBusyProject()];
    const { body: bug } = await doomed.sender.post('/api/v1/bugs', aReport());
    const release = await hold(node, (trx) =>
      trx.selectFrom('bugs').select('id').where('id', '=', bug.id).forUpdate().execute(),
    );
    const deleted = person.api.delete(`/api/v1/projects/${doomed.project.id}`);
    await whenBlocked(node);
    expect((await doomed.sender.post('/api/v1/bugs', aReport())).status).toBe(201);
    expect((await quiet.sender.post('/api/v1/bugs', aReport())).status).toBe(201);
    expect((await person.api.post('/api/v1/projects', { team_id: person.teamId, name: 'New' })).status).toBe(
      201,
    );
    await release();
    expect((await deleted).status).toBe(204);
    expect(await storedIn(doomed.project.id)).toBe(0);
  });
});
