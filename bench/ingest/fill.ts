import { sql } from 'kysely';
import { connect, type Database } from '../../apps/server/src/db/connection.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { readPostmasterPid } from '../postmaster.ts';

export interface Filled {
  serviceUrl: string;
  baselineUrl: string;
  keys: string[];
  postmasterPid: number;
}

/** Makes two databases with the same tables and projects: one for the service, and one for the baseline of single commits. */
export async function fillDatabase(adminUrl: string): Promise<Filled> {
  const admin = connect(adminUrl);
  const urls = ['service', 'baseline'].map((name) => adminUrl.replace('/postgres?', `/${name}?`)) as [
    string,
    string,
  ];
  for (const name of ['service', 'baseline']) await sql`create database ${sql.id(name)}`.execute(admin);
  const postmasterPid = await readPostmasterPid(admin);
  await admin.destroy();
  const [keys = []] = await Promise.all(urls.map(fill));
  return { serviceUrl: urls[0], baselineUrl: urls[1], keys, postmasterPid };
}

async function fill(url: string): Promise<string[]> {
  const db = connect(url);
  await migrate(db);
  await fillProjects(db);
  const projects = await db.selectFrom('projects').select('api_key').execute();
  await db.destroy();
  return projects.map(({ api_key }) => api_key);
}

/** Fills in projects for which every check runs: a cap a minute, a counted month, and 50 rules that do not match. */
async function fillProjects(db: Database): Promise<void> {
  await sql`insert into teams (name, slug, plan) values ('Bench', 'bench', 'unlimited')`.execute(db);
  await sql`
    insert into projects (team_id, name, api_key, reports_per_minute)
    select 1, 'Project ' || n, 'sk_' || md5(n::text), 1000000 from generate_series(1, 500) as n`.execute(db);
  await sql`
    insert into blocklist_rules (team_id, project_id, kind, value)
    select team_id, projects.id, kinds.kind, kinds.value || n || kinds.ending
    from projects, generate_series(1, 12) as n,
      (values ('email', 'spammer', '@example.org'), ('ip', '203.0.113.', ''), ('user_agent', 'BadBot/', '.0'),
        ('keyword', 'cheap watches ', '')) as kinds (kind, value, ending)`.execute(db);
  await sql`
    insert into blocklist_rules (team_id, project_id, kind, value)
    select team_id, projects.id, 'keyword', 'casino ' || n from projects, generate_series(1, 2) as n`.execute(
    db,
  );
}
