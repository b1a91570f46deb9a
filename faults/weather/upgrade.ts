import { sql } from 'kysely';
import { createPasswords } from '../../apps/server/src/auth/passwords.ts';
import { connect, type Database } from '../../apps/server/src/db/connection.ts';
import { bringTo, listMigrations } from '../../apps/server/src/db/migrate.ts';
import { createClient } from '../../apps/server/test/client.ts';
import type { Fault } from '../core/fault.ts';
import { password } from '../core/place.ts';
import { storeBugs } from '../core/store-bugs.ts';

/** With this migration the tables of the first version were complete: from then on there were bugs. */
const firstComplete = '0012';
const bugsAtEach = 300;
const email = 'veteran@example.com';

/** What an old installation holds, by which it is known again. */
interface Old {
  teamId: number;
  projectId: number;
  bugs: number;
  migrations: number;
}

/** An installation that began with the first migration, and has had data in its tables before every later one. */
export const upgrade: Fault = {
  name: 'upgrade',
  about: 'from the first migration to the newest, with data in the tables before each',
  async run(hand) {
    let old: Old | undefined;
    const installation = await hand.open({
      hasWebhooks: false,
      async route(url) {
        const db = connect(url, { max: 1, statementMs: 0 });
        await sql`drop schema public cascade`.execute(db);
        await sql`create schema public`.execute(db);
        old = await growOld(db);
        await db.destroy();
        return url;
      },
    });
    if (!old) throw new Error('There is no old installation');
    hand.tell('migrations, and bugs that were stored before the last', `${old.migrations}, ${old.bugs}`);
    const api = createClient(installation.nodes[0].url);
    const login = await api.post('/api/v1/auth/login', { email, password });
    hand.expect('log-in with an old password', '200', String(login.status), login.status === 200);
    const owner = api.with({ authorization: `Bearer ${login.body?.access_token}` });
    const list = (await owner.get('/api/v1/bugs-admin?limit=1')).body;
    hand.expect('bugs in the list', String(old.bugs), String(list?.total), list?.total === old.bugs);
    const labelled = (await owner.get(`/api/v1/bugs-admin?label_id=1&limit=1`)).body;
    hand.expect(
      'bugs with a label',
      String(bugsAtEach),
      String(labelled?.total),
      labelled?.total === bugsAtEach,
    );
    const bug = (await owner.get(`/api/v1/bugs/${list?.items?.[0]?.id}`)).body;
    hand.expect('a bug by its id', 'its title', String(bug?.title), /^bulk/.test(bug?.title ?? ''));
    await hand.conclude(installation);
  },
};

async function growOld(db: Database): Promise<Old> {
  const names = await listMigrations();
  const old: Old = { teamId: 0, projectId: 0, bugs: 0, migrations: names.length };
  for (const name of names) {
    await db.transaction().execute((trx) => bringTo(trx, name));
    if (name.startsWith('0001')) await addPerson(db);
    if (name.startsWith('0002')) Object.assign(old, await addProject(db));
    // The newest is left without: what is in the tables then has come through all the others.
    if (name < firstComplete || name === names.at(-1)) continue;
    await storeBugs(db, old, bugsAtEach);
    if (name.startsWith(firstComplete)) await addLabel(db, old.teamId);
    old.bugs += bugsAtEach;
  }
  return old;
}

async function addPerson(db: Database): Promise<void> {
  const hash = await createPasswords().hash(password, 'upgrade fault');
  await sql`insert into users (email, name, password_hash) values (${email}, 'Veteran', ${hash})`.execute(db);
}

async function addProject(db: Database): Promise<{ teamId: number; projectId: number }> {
  await sql`insert into teams (name, slug, plan) values ('Old', 'old', 'unlimited')`.execute(db);
  await sql`insert into memberships (team_id, user_id, origin) values (1, 1, 'founder')`.execute(db);
  await sql`insert into projects (team_id, name, api_key) values (1, 'Old', 'sk_old')`.execute(db);
  return { teamId: 1, projectId: 1 };
}

/** Puts a label on all bugs, and resolves, comments and assigns some. */
async function addLabel(db: Database, teamId: number): Promise<void> {
  await sql`insert into labels (team_id, name, color) values (${teamId}, 'old', '#aa0000')`.execute(db);
  await sql`insert into bug_labels (team_id, bug_id, label_id) select team_id, id, 1 from bugs`.execute(db);
  await sql`
    insert into comments (team_id, bug_id, author_id, body, via)
    select team_id, id, 1, 'An old comment', 'dashboard' from bugs where id % 10 = 0`.execute(db);
  await sql`update bugs set comment_count = 1 where id % 10 = 0`.execute(db);
}
