import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { runSql, withDatabase } from '../../test/database.ts';
import { atTheEnd } from '../../test/harness.ts';
import { hold } from '../../test/hold.ts';
import { foldDeltas } from '../features/counts/queries/counts.ts';
import { timesOf } from '../features/counts/queries/days.ts';
import { insertWords } from '../features/search/index/queries.ts';
import { connect, type Database } from './connection.ts';
import { bringTo, migrate } from './migrate.ts';

const name = `skep_test_${randomBytes(6).toString('hex')}`;
await runSql(inject('adminUrl'), `create database ${name}`);
atTheEnd(() => runSql(inject('adminUrl'), `drop database ${name} with (force)`));
const db = connect(withDatabase(inject('adminUrl'), name), { statementMs: 0 });
atTheEnd(() => db.destroy());

/** Bugs of two projects, every other one resolved, indexed as they were before there were filters and fingerprints. */
const storeBugs = (db: Database) =>
  sql`
  insert into bugs (id, team_id, project_id, title, description, status, severity, environment, app_version, stack_trace,
    reporter_email, created_at, updated_at, resolved_at)
  select n, 1, 1 + n % 2, 'Title', '-', case n % 4 when 0 then 'resolved' when 1 then 'resolved' else 'open' end, 'low',
    case n % 3 when 0 then 'production' end, '1.' || n % 5,
    case when n % 2 = 0 then 'Error at render (main.js:' || n || ') at load (main.js:2)' end, 'A' || n || '@example.com',
    now(), now(), case when n % 4 < 2 then now() + make_interval(secs => n * 100) end
  from generate_series(1, 60) as n`.execute(db);

const indexBugs = (db: Database) =>
  sql`
  insert into bug_search (bug_id, team_id, words)
  select id, team_id, search_words((id / 32768) || '.' || team_id || '.', searched_text(bugs)) from bugs`.execute(
    db,
  );

/** What bugs add to the counts. */
const states = sql`(
  select team_id, 0 as label_id, project_id, status, severity, 0 as assignee_id,
    (created_at at time zone 'utc')::date as created_on, (resolved_at at time zone 'utc')::date as resolved_on,
    extract(epoch from resolved_at - created_at)::bigint as resolve_seconds, 1 as n, id
  from bugs
)`;

/** The times to resolve that had been counted: only the team's, and not of the newest bugs, which are not folded yet. */
async function countBugs(db: Database): Promise<void> {
  await sql`
    insert into resolve_times (team_id, day, bucket, n)
    select team_id, day, bucket, sum(n)
    from (${timesOf(sql`(select * from ${states} as states where id <= 40)`)}) as times
    where project_id = 0 group by 1, 2, 3`.execute(db);
  await sql`
    insert into bug_deltas (team_id, label_id, project_id, status, severity, assignee_id, created_on, resolved_on,
      resolve_seconds, n)
    select team_id, label_id, project_id, status, severity, assignee_id, created_on, resolved_on, resolve_seconds, n
    from ${states} as states where id > 40`.execute(db);
}

const bring = (db: Database, name: string) => db.transaction().execute((trx) => bringTo(trx, name));

const rowsOf = async (query: ReturnType<typeof sql>) => (await query.execute(db)).rows;

it('waits for whoever uses the tables, tells who it is, and counts and indexes what is stored as it does what comes in', async () => {
  await bring(db, '0014-catalogue');
  await storeBugs(db);
  await indexBugs(db);
  await countBugs(db);
  await bring(db, '0029-environment-days');
  // Between two migrations, others go on.
  await sql`update bug_deltas set environment = 'production'`.execute(db);
  await foldDeltas(db, 5);

  const letGo = await hold({ db }, (trx) => sql`lock table bugs`.execute(trx));
  const news: string[] = [];
  const migrating = migrate(db, (sentence) => news.push(sentence));
  await expect
    .poll(() => news.join('\n'))
    .toMatch(/the table bugs is in use by skep \(process \d+ .*, in a transaction for/);
  await letGo();
  await migrating;
  expect(news.at(-1)).toMatch(/^The tables are up to date, after/);
  await foldDeltas(db, 1_000);

  const times = await rowsOf(sql`select * from resolve_times order by team_id, project_id, day, bucket`);
  expect(times.length).toBeGreaterThan(0);
  expect(times).toEqual(
    await rowsOf(sql`
      select team_id, day, bucket, sum(n)::integer as n, project_id from (${timesOf(states)}) as times
      group by team_id, project_id, day, bucket order by team_id, project_id, day, bucket`),
  );

  const days = await rowsOf(sql`
    select project_id, environment_id, day, created, status_open from environment_days order by project_id`);
  expect(days).toHaveLength(3);
  expect(days).toEqual(
    await rowsOf(sql`
      select place as project_id, facet_id('environment', environment) as environment_id,
        (created_at at time zone 'utc')::date as day, count(*)::integer as created,
        (count(*) filter (where status = 'open'))::integer as status_open
      from bugs cross join lateral unnest(array[0, project_id]) as place
      where environment is not null group by 1, 2, 3 order by 1`),
  );

  const indexed = () => rowsOf(sql`select * from bug_search order by bug_id`);
  const migrated = await indexed();
  await db.transaction().execute(async (trx) => {
    await sql`delete from bug_search`.execute(trx);
    await insertWords(
      trx,
      migrated.map((row) => (row as { bug_id: number }).bug_id),
    );
  });
  expect(migrated).toEqual(await indexed());
  expect(migrated).toHaveLength(60);
});
