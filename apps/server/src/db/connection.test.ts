import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, aProject, aReport, aSender } from '../../test/builders.ts';
import { createDatabase, startNode, startService } from '../../test/harness.ts';
import { hold } from '../../test/hold.ts';
import type { Actor } from '../auth/actor.ts';
import { type Context, exportShares, searchShares } from '../context.ts';
import { connect, type Database } from './connection.ts';

const database = await createDatabase();
const { context } = await startNode(database);

async function settingsOf(db: Database): Promise<{ timeout: string; commit: string }> {
  const { rows } = await sql<{ timeout: string; commit: string }>`
    select current_setting('statement_timeout') as timeout, current_setting('synchronous_commit') as commit`.execute(
    db,
  );
  return rows[0] as { timeout: string; commit: string };
}

const seconds = (ms: number) => `${ms / 1000}s`;
const nobody: Actor = { userId: 0, teamIds: [], via: 'api' };

describe('every connection', () => {
  const pools: [string, (context: Context) => Promise<unknown>, string][] = [
    ['of requests', ({ pools }) => settingsOf(pools.main), '30s'],
    ['of what runs beside them', ({ pools }) => settingsOf(pools.background), '1min'],
    ['of those who follow', ({ pools }) => settingsOf(pools.following), '8s'],
    [
      'of searches',
      ({ pools }) => pools.search.run(nobody, [], settingsOf),
      seconds(searchShares.statementMs),
    ],
    [
      'of exports',
      ({ pools }) => pools.export.run(nobody, [], settingsOf),
      seconds(exportShares.statementMs),
    ],
  ];
  it.each(pools)(
    '%s ends statements that take too long, and commits for good',
    async (_, settings, timeout) => {
      expect(await settings(context)).toEqual({ timeout, commit: 'on' });
    },
  );

  it('of ingest, too', async () => {
    const node = await startService();
    await sql`create table noted as select ''::text as settings where false`.execute(node.db);
    await sql`
      create function note_settings() returns trigger language plpgsql as $$ begin
        insert into noted values (current_setting('statement_timeout') || ' ' || current_setting('synchronous_commit'));
        return null;
      end $$`.execute(node.db);
    await sql`create trigger noted after insert on bugs execute function note_settings()`.execute(node.db);
    await aSender(node, await aProject(await aPerson(node))).post('/api/v1/bugs', aReport());
    expect((await sql`select settings from noted`.execute(node.db)).rows).toEqual([{ settings: '10s on' }]);
  });

  it('keeps to that whatever the address of the database says, and takes the rest from it', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c synchronous_commit=off -c statement_timeout=0 -c work_mem=5MB');
    const db = connect(url.href);
    expect(await settingsOf(db)).toEqual({ timeout: '1min', commit: 'on' });
    expect((await sql`show work_mem`.execute(db)).rows).toEqual([{ work_mem: '5MB' }]);
    await db.destroy();
  });

  it('of the start has all the time it needs', async () => {
    const db = connect(database.url, { statementMs: 0 });
    expect((await settingsOf(db)).timeout).toBe('0');
    await db.destroy();
  });
});

describe('a pool whose connections are all in use', () => {
  it('is told as a busy service, and not as a database that does not answer', async () => {
    const busy = await startService();
    const ada = await aPerson(busy);
    const release = await Promise.all(
      Array.from({ length: 10 }, () => hold(busy, (trx) => sql`select 1`.execute(trx))),
    );
    const refused = await ada.api.get('/api/v1/bugs-admin');
    expect([refused.status, refused.headers.get('retry-after'), refused.body.detail]).toEqual([
      503,
      '5',
      'All database connections are in use. Retry after 5 s.',
    ]);
    await Promise.all(release.map((act) => act()));
    expect((await ada.api.get('/api/v1/bugs-admin')).status).toBe(200);
  });
});

describe('prepared statements', () => {
  it.each([
    ['are kept on the embedded database', {}, true],
    ['are kept where that is set', { DATABASE_PREPARED_STATEMENTS: 'true' }, true],
    ['are not kept where a pooler would lose them', { DATABASE_PREPARED_STATEMENTS: 'false' }, false],
  ])('%s', async (_name, settings, areKept) => {
    const node = await startService(settings);
    const ada = await aPerson(node);
    const sender = aSender(node, await aProject(ada));
    for (let nth = 0; nth < 3; nth++) {
      const { id } = (await sender.post('/api/v1/bugs', aReport())).body;
      expect((await ada.api.get(`/api/v1/bugs-admin/${id}`)).status).toBe(200);
      expect((await ada.api.patch(`/api/v1/bugs-admin/${id}`, { status: 'resolved' })).status).toBe(200);
      expect((await ada.api.get('/api/v1/bugs-admin')).body.total).toBe(nth + 1);
    }
    const { rows } = await sql`select name from pg_prepared_statements`.execute(node.db);
    expect(rows.length > 0).toBe(areKept);
  });
});
