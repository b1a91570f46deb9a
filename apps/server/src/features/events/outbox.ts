import type { CataloguePart } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** SQL that inserts one outbox row per bug. `noted` is the CTE that inserts the activity and returns `id, team_id, bug_id`. */
export const intoOutbox = `
  insert into outbox (team_id, activity_ids)
  select team_id, array_agg(id order by id) from noted group by team_id, bug_id order by min(id)`;

/** Makes live streams announce a changed catalogue such as labels. Call in the transaction of the change. */
export async function noteCatalogueChange(
  db: Db,
  what: Exclude<CataloguePart, 'views'>,
  teamIds: number | number[],
): Promise<void> {
  const ids = [teamIds].flat();
  await sql`insert into outbox (team_id, what) select id, ${what} from unnest(${ids}::bigint[]) as id`.execute(
    db,
  );
}

/** For a project, its keys or its blocklist. */
export async function noteChangedProject(db: Db, projectId: number): Promise<void> {
  await sql`
    insert into outbox (team_id, what) select team_id, 'projects' from projects where id = ${projectId}`.execute(
    db,
  );
}

/** Only the owner is notified. */
export async function noteChangedViews(db: Db, teamId: number, userId: number): Promise<void> {
  await db.insertInto('outbox').values({ team_id: teamId, what: 'views', user_id: userId }).execute();
}

export async function noteChangedPerson(db: Db, userId: number): Promise<void> {
  await sql`
    insert into outbox (team_id, what) select team_id, 'members' from memberships where user_id = ${userId}`.execute(
    db,
  );
}
