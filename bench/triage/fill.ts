import { sql } from 'kysely';
import { issueAccessToken } from '../../apps/server/src/auth/access-tokens.ts';
import { connect, type Database } from '../../apps/server/src/db/connection.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { foldDeltas } from '../../apps/server/src/features/counts/queries/counts.ts';
import { moveCursor } from '../../apps/server/src/features/events/outbox/queries/cursors.ts';
import { selectNow } from '../../apps/server/src/features/live/queries.ts';
import { readPostmasterPid } from '../postmaster.ts';
import { benchSecretKey } from '../server.ts';
import { fillBugs } from './fill-bugs.ts';
import { fillSearch, partsOf } from './fill-search.ts';
import { fillSurroundings } from './fill-surroundings.ts';
import { dropIndexes } from './indexes.ts';

export interface Filled {
  size: number;
  url: string;
  /** The process of PostgreSQL that all others of it come from. */
  postmasterPid: number;
  /** The user who sends the requests, and who is a member of `teams` only. */
  userId: number;
  token: string;
  /** The largest team comes first. */
  teams: number[];
  /** The access token of somebody else, who is a member of another team only. */
  neighbour: string;
}

/** The teams of the user who sends the requests. */
const ownTeams = [1, 2];
/** The others are in every team, except for the neighbour. */
const [userId, neighbourId] = [1, 13];
const neighbourTeam = 3;

/** Foreign keys and triggers are switched off, because what they would check and write is right and written here. */
const settings = [
  'session_replication_role=replica',
  'synchronous_commit=off',
  'work_mem=64MB',
  'maintenance_work_mem=256MB',
];

/** Makes a database with so many bugs in 20 projects of 5 teams, and nothing left to be indexed, counted or dispatched. */
export async function fillDatabase(adminUrl: string, size: number): Promise<Filled> {
  const name = `bugs_${size}`;
  const admin = connect(adminUrl);
  await sql`create database ${sql.id(name)}`.execute(admin);
  const postmasterPid = await readPostmasterPid(admin);
  await admin.destroy();
  const url = adminUrl.replace('/postgres?', `/${name}?`);
  const db = connect(url, {
    max: 2,
    statementMs: 0,
    lockMs: 0,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  await migrate(db);
  await fillAccounts(db);
  const restoreIndexes = await dropIndexes(db);
  await fillBugs(db, size);
  const toSearch = partsOf(size);
  await Promise.all([fillSearch(db, toSearch), fillTheRest(db).then(() => fillSearch(db, toSearch))]);
  await restoreIndexes();
  await moveCursors(db);
  await sql`vacuum analyze`.execute(db);
  await sql`checkpoint`.execute(db);
  await db.destroy();
  return {
    size,
    url,
    postmasterPid,
    userId,
    teams: ownTeams,
    token: await issueToken(userId),
    neighbour: await issueToken(neighbourId),
  };
}

const issueToken = (id: number) =>
  issueAccessToken(benchSecretKey, { id, tokens_valid_from: 0, read_at: Math.floor(Date.now() / 1000) });

async function fillAccounts(db: Database): Promise<void> {
  await sql`
    insert into users (email, name) select 'user' || n || '@example.com', 'User ' || n from generate_series(1, ${sql.lit(neighbourId)}) as n`.execute(
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

async function fillTheRest(db: Database): Promise<void> {
  await fillSurroundings(db);
  await fillCounts(db);
}

/** Writes the counts as if every bug and label had just been added. */
async function fillCounts(db: Database): Promise<void> {
  await sql`
    insert into bug_deltas (team_id, project_id, status, severity, assignee_id, environment, app_version, created_on,
      resolved_on, resolve_seconds, n)
    select team_id, project_id, status, severity, coalesce(assignee_id, 0), environment, app_version,
      (created_at at time zone 'utc')::date, (resolved_at at time zone 'utc')::date,
      extract(epoch from resolved_at - created_at)::bigint, count(*)
    from bugs group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10`.execute(db);
  await sql`
    insert into bug_deltas (team_id, label_id, project_id, status, severity, assignee_id, n)
    select bugs.team_id, label_id, project_id, status, severity, coalesce(assignee_id, 0), count(*)
    from bug_labels join bugs on bugs.id = bug_id group by 1, 2, 3, 4, 5, 6`.execute(db);
  await db.transaction().execute(async (trx) => {
    // A trigger does a part of it.
    await sql`set local session_replication_role = origin`.execute(trx);
    await foldDeltas(trx, Number.MAX_SAFE_INTEGER);
  });
}

async function moveCursors(db: Database): Promise<void> {
  const { cursor: now } = await selectNow(db);
  for (const cursor of ['event_cursor', 'search_cursor'] as const) {
    await db.transaction().execute((trx) => moveCursor(trx, cursor, now));
  }
  await sql`select setval('bug_ids', (select max(id) from bugs))`.execute(db);
}
