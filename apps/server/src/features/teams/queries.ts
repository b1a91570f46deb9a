import type { Plan } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import type { Origin } from '../../db/tables/teams-and-projects.ts';
import { countingChange } from '../counts/queries/change.ts';
import { lockAccount } from '../users/queries.ts';

const teamColumns = ['id', 'name', 'slug', 'plan', 'created_at'] as const;

export function listTeams(db: Db, teamIds: number[]) {
  return db
    .selectFrom('teams')
    .select(teamColumns)
    .where('id', '=', sql<number>`any(${teamIds})`)
    .orderBy('id', 'desc')
    .execute();
}

export function selectTeam(db: Db, id: number) {
  return db.selectFrom('teams').select(teamColumns).where('id', '=', id).executeTakeFirstOrThrow();
}

/** Answers undefined when the slug is taken. */
export function insertTeam(db: Db, values: { name: string; slug: string; plan: Plan }) {
  return db
    .insertInto('teams')
    .values(values)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(teamColumns)
    .executeTakeFirst();
}

export function updateTeam(db: Db, id: number, values: { name?: string; slug?: string }) {
  return db
    .updateTable('teams')
    .set(values)
    .where('id', '=', id)
    .returning(teamColumns)
    .executeTakeFirstOrThrow();
}

const members = (db: Db) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.name', 'users.email', 'memberships.joined_at']);

export function listMembers(db: Db, teamId: number) {
  return members(db)
    .where('team_id', '=', teamId)
    .orderBy('joined_at', 'desc')
    .orderBy('users.id', 'desc')
    .execute();
}

export async function countMembers(db: Db, teamId: number): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Locks the team's memberships, so that two owners who remove each other cannot leave it ownerless. */
export function lockMembers(trx: Trx, teamId: number) {
  return trx
    .selectFrom('memberships')
    .select('user_id')
    .where('team_id', '=', teamId)
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

/** Locks the user, so that teams joined at the same time are counted one after the other, and lists the user's teams. */
export async function selectTeamIdsLocked(trx: Trx, userId: number): Promise<number[]> {
  await lockAccount(trx, userId);
  const rows = await trx
    .selectFrom('memberships')
    .select('team_id')
    .where('user_id', '=', userId)
    .orderBy('team_id')
    .execute();
  return rows.map(({ team_id }) => team_id);
}

export async function insertMembership(
  db: Db,
  values: { team_id: number; user_id: number; origin: Origin },
): Promise<void> {
  await db.insertInto('memberships').values(values).execute();
}

export async function deleteMembership(db: Db, teamId: number, userId: number): Promise<void> {
  await db.deleteFrom('memberships').where('team_id', '=', teamId).where('user_id', '=', userId).execute();
}

/** Somebody in a team. */
export interface Member {
  team_id: number;
  user_id: number;
}

/** For several who leave, whose memberships are locked: all their bugs in order of id, and not those of one after another. */
export async function lockAssignedBugs(trx: Trx, members: Member[]): Promise<void> {
  await sql`
    with locked as (
      select from unnest(${members.map(({ team_id }) => team_id)}::bigint[],
        ${members.map(({ user_id }) => user_id)}::bigint[]) as member (team_id, user_id)
      join bugs on bugs.assignee_id = member.user_id and bugs.team_id = member.team_id
      order by bugs.id for no key update of bugs
    )
    select count(*) from locked`.execute(trx);
}

/** To be called when the membership is gone, so that no further bug of the team can be assigned to the user. */
export async function unassignBugs(trx: Trx, teamId: number, userId: number): Promise<void> {
  await sql`
    with assigned as materialized (
      select id, team_id, project_id, status, severity, assignee_id, environment, app_version, created_at, resolved_at
      from bugs
      where assignee_id = ${userId} and team_id = ${teamId}
      order by id for no key update
    ),
    ${countingChange(
      sql`select * from assigned`,
      sql`
        select id, team_id, project_id, status, severity, null::bigint, environment, app_version, created_at, resolved_at
        from assigned`,
    )}
    update bugs set assignee_id = null, revision = revision + 1 from assigned where bugs.id = assigned.id`.execute(
    trx,
  );
}

/** Deletes the invitations that a member who leaves has made, and those to the member's own address. */
export async function deleteInvitationsOfMember(db: Db, teamId: number, userId: number): Promise<void> {
  await sql`
    delete from invitations where team_id = ${teamId} and (
      invited_by = ${userId} or fold_ascii(email) = (select fold_ascii(email) from users where id = ${userId})
    )`.execute(db);
}
