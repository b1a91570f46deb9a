import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/db/connection.ts';
import { createTables } from '../postgres.ts';
import { issueToken } from '../triage/seed.ts';

export interface SeedData {
  db: Database;
  users: { id: number; teamId: number; token: string }[];
  projects: { id: number; teamId: number; apiKey: string }[];
  postmasterPid: number;
}

export const teams = 100;
export const usersPerTeam = 20;

/** Seeds teams with members and one project each. */
export async function seedDatabase(databaseUrl: string, postmasterPid: number): Promise<SeedData> {
  const db = await createTables(databaseUrl);
  await sql`
    insert into teams (name, slug, plan)
    select 'Team ' || n, 'team-' || n, 'unlimited' from generate_series(1, ${teams}::integer) as n`.execute(
    db,
  );
  await sql`
    insert into users (email, name)
    select 'person-' || n || '@example.com', 'Person ' || n
    from generate_series(1, ${teams * usersPerTeam}::integer) as n`.execute(db);
  await sql`
    insert into memberships (team_id, user_id)
    select (id - 1) % ${teams}::integer + 1, id from users`.execute(db);
  await sql`
    insert into projects (team_id, name, api_key, reports_per_minute)
    select id, 'Website', 'sk_' || md5(id::text), 1000000 from teams`.execute(db);
  return { db, users: await usersOf(db), projects: await projectsOf(db), postmasterPid };
}

async function usersOf(db: Database): Promise<SeedData['users']> {
  const rows = await db.selectFrom('memberships').select(['user_id', 'team_id']).orderBy('user_id').execute();
  return Promise.all(
    rows.map(async ({ user_id: id, team_id: teamId }) => ({ id, teamId, token: await issueToken(id) })),
  );
}

async function projectsOf(db: Database): Promise<SeedData['projects']> {
  const rows = await db.selectFrom('projects').select(['id', 'team_id', 'api_key']).orderBy('id').execute();
  return rows.map(({ id, team_id, api_key }) => ({ id, teamId: team_id, apiKey: api_key }));
}
