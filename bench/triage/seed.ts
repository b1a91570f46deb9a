import { sql } from 'kysely';
import { issueAccessToken } from '../../apps/server/src/auth/access-tokens.ts';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { indexBugs } from '../../apps/server/src/features/search/search.ts';
import { createTables } from '../postgres.ts';
import { benchSecretKey } from '../server.ts';
import { seedBugs, seedRelatedRows } from './seed-bugs.ts';

export interface SeedData {
  /** Access token of a member of `teams` only. The largest team comes first. */
  token: string;
  teams: number[];
  /** Access token of a member of another team only. */
  neighbour: string;
}

const ownTeams = [1, 2];
/** All other users are members of every team. */
const [userId, neighbourId] = [1, 13];
const neighbourTeam = 3;

/** Foreign keys and triggers are off; the seed code writes consistent rows itself. */
const settings = [
  'session_replication_role=replica',
  'synchronous_commit=off',
  'work_mem=64MB',
  'maintenance_work_mem=256MB',
];

/** Seeds bugs in 20 projects of 5 teams, all of them indexed. */
export async function seedDatabase(url: string, size: number): Promise<SeedData> {
  const startedAt = performance.now();
  const db = await createTables(url, settings.map((setting) => `-c ${setting}`).join(' '));
  await seedAccounts(db);
  const restoreIndexes = await dropIndexes(db);
  await seedBugs(db, size);
  await seedRelatedRows(db);
  await seedSearchIndex(db, size);
  await restoreIndexes();
  await sql`select setval('bug_ids', (select max(id) from bugs))`.execute(db);
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  await db.destroy();
  const took = Math.round((performance.now() - startedAt) / 1000);
  console.log(`Seeded ${size.toLocaleString('en')} bugs in ${took} s`);
  return { teams: ownTeams, token: await issueToken(userId), neighbour: await issueToken(neighbourId) };
}

export const issueToken = (id: number) =>
  issueAccessToken(benchSecretKey, { id, tokens_valid_from: 0, read_at: Math.floor(Date.now() / 1000) });

async function seedAccounts(db: Database): Promise<void> {
  await sql`
    insert into users (email, name)
    select 'user' || n || '@example.com', 'User ' || n from generate_series(1, ${sql.lit(neighbourId)}) as n`.execute(
    db,
  );
  await sql`
    insert into teams (name, slug, plan) select 'Team ' || n, 'team-' || n, 'unlimited' from generate_series(1, 5) as n`.execute(
    db,
  );
  await sql`
    insert into memberships (team_id, user_id)
    select teams.id, users.id from teams, users
    where case users.id when ${userId} then teams.id = any(${ownTeams}) when ${neighbourId} then teams.id = ${neighbourTeam}
      else true end`.execute(db);
  await sql`
    insert into projects (team_id, name, api_key)
    select 1 + (n - 1) % 5, 'Project ' || n, 'sk_' || md5(n::text) from generate_series(1, 20) as n`.execute(
    db,
  );
  await sql`
    insert into labels (team_id, name, color)
    select teams.id, names.name, '#8844aa'
    from teams, unnest(array['ui', 'backend', 'regression', 'mobile', 'payment', 'docs', 'good first', 'later'])
      with ordinality as names (name, place)
    order by place, teams.id`.execute(db);
}

async function seedSearchIndex(db: Database, size: number): Promise<void> {
  const batchSize = 5_000;
  for (let first = 1; first <= size; first += batchSize) {
    const ids = Array.from({ length: Math.min(batchSize, size - first + 1) }, (_, nth) => first + nth);
    await db.transaction().execute((trx) => indexBugs(trx, ids));
  }
}

/** Drops all indexes without a constraint, because rebuilding them is much faster than row-by-row maintenance. */
async function dropIndexes(db: Database): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by pg_class.relname`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db);
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(db);
  };
}
