import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson, aProject } from '../../test/builders.ts';
import { cleanUp } from '../../test/clean-up.ts';
import { startService } from '../../test/harness.ts';
import { hold } from '../../test/hold.ts';

const node = await startService();
const { db } = node;
const project = await aProject(await aPerson(node));

const tables = ['rate_windows', 'key_windows', 'dropped_reports', 'attachments'];
const many = 4_500;

/** Records how many rows each statement deletes. */
async function watchDeletions(): Promise<void> {
  await sql`create table deletions (name text, count bigint)`.execute(db);
  await sql`
    create function note_deletion() returns trigger language plpgsql as $$
    begin
      insert into deletions select tg_table_name, count(*) from before;
      return null;
    end $$`.execute(db);
  for (const name of tables)
    await sql`create trigger watched after delete on ${sql.table(name)} referencing old table as before
      for each statement execute function note_deletion()`.execute(db);
}

/** Expired rows, and one row of each kind that must stay. */
async function fill(): Promise<void> {
  const rows = sql`(select n, case n when 0 then now() else now() - interval '60 days' end as at
    from generate_series(0, ${many}::integer) as n) as rows`;
  await sql`insert into rate_windows (bucket, hits, ends_at) select 'w' || n, 1, at from ${rows}`.execute(db);
  await sql`insert into key_windows (key, hits, hits_before, ends_at) select 'k' || n, 1, 0, at from ${rows}`.execute(
    db,
  );
  await sql`insert into dropped_reports (bug_id, team_id, project_id, created_at)
    select 1000000 + n, ${project.team_id}, ${project.id}, at from ${rows}`.execute(db);
  await sql`insert into attachments
      (bug_id, team_id, project_id, filename, content_type, content_length, object_key, is_dropped, expires_at)
    select 1000000 + n, ${project.team_id}, ${project.id}, 'a.png', 'image/png', 1, 'key-' || n, true,
      at + interval '1 hour' from ${rows}`.execute(db);
}

async function countLeft(): Promise<Record<string, number>> {
  const counts = tables.map(async (name) => {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(name)}`.execute(db);
    return [name, rows[0]?.count ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

it('clean-up deletes in portions, leaves what is still needed, and waits for nobody', async () => {
  const before = await countLeft();
  await fill();
  await watchDeletions();
  const release = await hold(node, (trx) =>
    sql`select from rate_windows where bucket = 'w1' for update`.execute(trx),
  );
  await cleanUp(node);
  const kept = Object.fromEntries(tables.map((name) => [name, (before[name] ?? 0) + 1]));
  expect(await countLeft()).toEqual({ ...kept, rate_windows: (before.rate_windows ?? 0) + 2 });
  await release();
  await cleanUp(node);
  expect(await countLeft()).toEqual(kept);

  const { rows } = await sql<{ name: string; most: number; total: number }>`
    select name, max(count) as most, sum(count)::integer as total from deletions group by name order by name`.execute(
    db,
  );
  expect(rows).toEqual(tables.toSorted().map((name) => ({ name, most: expect.any(Number), total: many })));
  for (const { most } of rows) expect(most).toBeLessThanOrEqual(2_000);
});
