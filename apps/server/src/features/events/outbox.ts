import type { CataloguePart } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/**
 * SQL that puts activity into the outbox, one row for each bug. `noted` is the part of the statement that inserts the activity
 * and returns `id, team_id, bug_id`.
 */
export const intoOutbox = `
  insert into outbox (team_id, activity_ids)
  select team_id, array_agg(id order by id) from noted group by team_id, bug_id order by min(id)`;

/** Has live streams tell that labels and the like have changed; to be called in the transaction of the change. */
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

/** The same of a project, its keys or its blocklist. */
export async function noteChangedProject(db: Db, projectId: number): Promise<void> {
  await sql`
    insert into outbox (team_id, what) select team_id, 'projects' from projects where id = ${projectId}`.execute(
    db,
  );
}

/** The same of views, of which only their owner is told. */
export async function noteChangedViews(db: Db, teamId: number, userId: number): Promise<void> {
  await db.insertInto('outbox').values({ team_id: teamId, what: 'views', user_id: userId }).execute();
}

/** The name of a member has changed in all their teams. */
export async function noteChangedPerson(db: Db, userId: number): Promise<void> {
  await sql`
    insert into outbox (team_id, what) select team_id, 'members' from memberships where user_id = ${userId}`.execute(
    db,
  );
}
