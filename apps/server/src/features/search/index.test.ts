import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aBug, aPerson, aProject } from '../../../test/builders.ts';
import { createDatabase, startNode } from '../../../test/harness.ts';
import { whenBlocked } from '../../../test/hold.ts';
import { listedIds, storeReports, whenIndexed, withoutIndexing } from '../../../test/search.ts';
import { searchShares } from '../../context.ts';
import { shareConnections } from '../../db/shared-connections.ts';

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
    const deletion = await withoutIndexing(node, async () => {
      const id = await aBug(node, project, { title: 'Shortlived' });
      const pending = ada.api.delete(`${path}/${id}`);
      await whenBlocked(node);
      return { pending };
    });
    expect((await deletion.pending).status).toBe(204);
    await whenIndexed(node);
    expect(await indexedIds()).toEqual(before);
    expect(await listedIds(ada.api, { search: 'shortlived' })).toEqual([]);
  });

  it('does not keep a bug that is deleted while it is indexed', async () => {
    const before = await indexedIds();
    await sql`
      create function linger() returns trigger language plpgsql as $$ begin perform pg_sleep(0.3); return null; end $$;
      create trigger lingering after insert on bug_search for each statement execute function linger()`.execute(
      db,
    );
    const id = await aBug(node, project, { title: 'Evanescent' });
    await expect.poll(() => listedIds(ada.api, { search: 'evanescent' })).toEqual([id]);
    const other = await aBug(node, project, { title: 'Ephemeral' });
    expect((await ada.api.delete(`${path}/${other}`)).status).toBe(204);
    expect((await ada.api.delete(`${path}/${id}`)).status).toBe(204);
    await sql`drop function linger() cascade`.execute(db);
    await whenIndexed(node);
    expect(await indexedIds()).toEqual(before);
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
});
