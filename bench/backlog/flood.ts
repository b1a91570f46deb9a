import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { createChance, createPhrases } from '../triage/fill-bugs.ts';

/** As many as the service writes at once at most. */
const batch = 250;

/** Makes the texts that the reports of a flood are put together from. */
export async function prepareFlood(db: Database): Promise<void> {
  await createChance(db);
  await createPhrases(db);
  await sql`create unique index on bench_phrases (id)`.execute(db);
  await sql`analyze bench_phrases`.execute(db);
}

/** Reports that came at once. */
export interface Flood {
  firstId: number;
  lastId: number;
  lastTransaction: number;
}

const phrase = (seed: number) => sql`floor(5000 * chance(n, ${sql.lit(seed)}))`;

/** The projects that reports belong to; there are so many, one after the other. */
export interface Place {
  teamId: number;
  firstProject: number;
  projects: number;
}

/** Stores so many reports as ingest does, in its batches and with all that it writes beside them, but without its checks. */
export async function flood(db: Database, place: Place, count: number): Promise<Flood> {
  const { teamId, firstProject, projects } = place;
  for (let stored = 0; stored < count; stored += batch) {
    await sql`
      with stored as (
        insert into bugs (id, project_id, team_id, title, description, severity, environment, app_version, stack_trace, url,
          user_agent, reporter_email, extra, created_at, updated_at)
        select n, ${firstProject}::bigint + floor(${projects}::integer * chance(n, 1) ^ 2), ${teamId}::bigint, titles.title,
          first.sentence || '. ' || second.sentence || '. ' || third.sentence || '. ' || fourth.sentence || '.',
          case when chance(n, 2) < 0.7 then 'medium' else 'high' end,
          case when chance(n, 3) < 0.8 then 'production' else 'staging' end, '4.' || n % 5 || '.1',
          case when chance(n, 4) < 0.5 then traces.trace end, 'https://shop.example.com/' || n % 50 || '/item?id=' || n % 4999,
          'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'visitor' || n % 20011 || '@example.com',
          '{"locale":"en-GB","viewport":[1280,720]}', now(), now()
        from (select nextval('bug_ids') as n from generate_series(1, ${batch})) as numbers
        join bench_phrases as titles on titles.id = ${phrase(30)}
        join bench_phrases as first on first.id = ${phrase(31)}
        join bench_phrases as second on second.id = ${phrase(32)}
        join bench_phrases as third on third.id = ${phrase(33)}
        join bench_phrases as fourth on fourth.id = ${phrase(34)}
        join bench_phrases as traces on traces.id = ${phrase(35)}
        returning *
      ),
      noted as (
        insert into activity (team_id, project_id, bug_id, kind, via, created_at)
        select team_id, project_id, id, 'created', 'api', now() from stored
      )
      insert into bug_deltas (team_id, project_id, status, severity, environment, app_version, created_on, n)
      select team_id, project_id, status, severity, environment, app_version, (created_at at time zone 'utc')::date, count(*)
      from stored group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  }
  const { rows } = await sql<Flood>`
    select last_value - ${count} + 1 as "firstId", last_value as "lastId",
      (select max(xid)::text::bigint from activity) as "lastTransaction" from bug_ids`.execute(db);
  return rows[0] as Flood;
}

/** Whether something of a flood is not indexed or not folded into the counts. The latter takes long to find out, so it comes last. */
export async function isLeftOf(db: Database, { lastId, lastTransaction }: Flood): Promise<boolean> {
  if (!(await isIndexed(db, lastId))) return true;
  const { rows } = await sql`
    select from bug_deltas where xmin::text::bigint <= ${lastTransaction} limit 1`.execute(db);
  return rows.length > 0;
}

async function isIndexed(db: Database, id: number): Promise<boolean> {
  const { rows } = await sql`select from bug_search where bug_id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Whether anything is not indexed or not folded. Reports are indexed in the order of their ids, but for a few. */
export async function isAnythingLeft(db: Database): Promise<boolean> {
  const newest = await db.selectFrom('bugs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (newest && !(await isIndexed(db, newest.id))) return true;
  return (await db.selectFrom('bug_deltas').select('n').limit(1).execute()).length > 0;
}

/** How many of a flood are indexed: the oldest come first. */
export async function countIndexed(db: Database, { firstId, lastId }: Flood): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(bug_id), 0) as last from bug_search where bug_id between ${firstId} and ${lastId}`.execute(
    db,
  );
  return Math.max(0, (rows[0]?.last ?? 0) - firstId + 1);
}
