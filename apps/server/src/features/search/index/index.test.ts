import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../../test/builders.ts';
import { createDatabase, startNode } from '../../../../test/harness.ts';
import { whenBlocked } from '../../../../test/hold.ts';
import { list, listedIds, storeReports, whenIndexed, withoutIndexing } from '../../../../test/search.ts';
import { searchShares } from '../../../context.ts';
import { shareConnections } from '../../../db/shared-connections.ts';
import { lockCursor } from '../../events/outbox/queries/cursors.ts';
import { insertWords } from './queries.ts';

const database = await createDatabase();
const node = await startNode(database, { NODE_ENV: 'production' });
const { db } = node;
const ada = await aPerson(node);
const project = await aProject(ada);
const path = '/api/v1/bugs-admin';

async function indexedIds(): Promise<number[]> {
  const rows = await db.selectFrom('bug_search').select('bug_id').orderBy('bug_id').execute();
  return rows.map(({ bug_id }) => bug_id);
}

describe('the search index', () => {
  it('has every bug once, whichever node is first', async () => {
    const other = await startNode(database, { NODE_ENV: 'production' });
    const ids = await storeReports(
      node,
      project,
      Array.from({ length: 1_200 }, (_, nth) => `Report ${nth}`),
    );
    await whenIndexed(other);
    expect(await indexedIds()).toEqual(ids);
    await other.stop();
  });

  it('loses a bug when it is deleted, and those of a project that is', async () => {
    const before = await indexedIds();
    const doomed = await aProject(ada);
    const id = await aBug(node, project);
    await storeReports(node, doomed, ['first', 'second']);
    await whenIndexed(node);
    expect(await indexedIds()).toHaveLength(before.length + 3);
    await ada.api.delete(`${path}/${id}`);
    await ada.api.delete(`/api/v1/projects/${doomed.id}`);
    expect(await indexedIds()).toEqual(before);
  });

  it('does not get a bug that is deleted before its turn', async () => {
    const before = await indexedIds();
    await withoutIndexing(node, async () => {
      const id = await aBug(node, project, { title: 'Shortlived' });
      // It waits for the index, and the search does not.
      const deletion = ada.api.delete(`${path}/${id}`);
      expect(await listedIds(ada.api, { search: 'shortlived' })).toEqual([id]);
      return { deletion };
    }).then(({ deletion }) => deletion);
    await whenIndexed(node);
    expect(await indexedIds()).toEqual(before);
    expect(await listedIds(ada.api, { search: 'shortlived' })).toEqual([]);
  });

  it('does not keep a bug that is deleted while it gets it', async () => {
    const before = await indexedIds();
    const { id, deletion } = await db.transaction().execute(async (trx) => {
      while (!(await lockCursor(trx, 'search_cursor'))) await sleep(10);
      const created = await aBug(node, project);
      await insertWords(trx, [created]);
      const pending = ada.api.delete(`${path}/${created}`);
      await whenBlocked(node);
      return { id: created, deletion: { pending } };
    });
    expect((await deletion.pending).status).toBe(204);
    await whenIndexed(node);
    expect(await indexedIds()).toEqual(before);
    expect((await ada.api.get(`${path}/${id}`)).status).toBe(404);
  });

  it('gets what comes after much that is no report', async () => {
    const bugId = await aBug(node, project);
    const ids = await withoutIndexing(node, async () => {
      const first = await storeReports(node, project, ['Before it']);
      await sql`
        insert into activity (team_id, project_id, bug_id, kind, via, created_at)
        select ${ada.teamId}, ${project.id}, ${bugId}, 'commented', 'api', now() from generate_series(1, 4100)`.execute(
        db,
      );
      return [...first, ...(await storeReports(node, project, ['After it']))];
    });
    await whenIndexed(node);
    expect(await indexedIds()).toEqual(expect.arrayContaining(ids));
  });

  it('gets what came in while others were being deleted', async () => {
    const doomed = await aBug(node, project);
    await whenIndexed(node);
    const id = await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('bugs').where('id', '=', doomed).execute();
      const created = await aBug(node, project, { title: 'Meanwhile' });
      expect(await listedIds(ada.api, { search: 'meanwhile' })).toEqual([created]);
      return created;
    });
    await whenIndexed(node);
    expect(await indexedIds()).toContain(id);
    expect(await indexedIds()).not.toContain(doomed);
  });
});

describe('a search that takes too long', () => {
  it('is ended, and says what to do', async () => {
    const { context } = node;
    const patient = context.pools.search;
    context.pools.search = shareConnections(database.url, { ...searchShares, statementMs: 100 });
    const answer = await db.transaction().execute(async (trx) => {
      await sql`lock table bug_search in access exclusive mode`.execute(trx);
      return ada.api.get(`${path}?search=anything`);
    });
    await context.pools.search.close();
    context.pools.search = patient;
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(answer.body).toEqual({ detail: expect.stringContaining('The search took too long') });
  });

  it('does not keep other counts from being told', async () => {
    const { total } = await list(ada.api);
    const answer = await db.transaction().execute(async (trx) => {
      await sql`lock table bug_search in access exclusive mode`.execute(trx);
      return ada.api.post(`${path}/counts`, { filters: [{}, { reporter: 'somebody' }, {}] });
    });
    expect(answer.body).toEqual({ counts: [{ total }, { total: 0, total_capped: true }, { total }] });
  });
});
