import type { Plan } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { noteCatalogueChange } from '../events/outbox.ts';
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

export function insertTeam(db: Db, values: { name: string; slug: string; plan: Plan }) {
  return db
    .insertInto('teams')
    .values(values)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning(teamColumns)
    .executeTakeFirst();
}

export async function updateTeam(db: Db, id: number, values: { name?: string; slug?: string }) {
  await noteCatalogueChange(db, 'team', id);
  return db
    .updateTable('teams')
    .set(values)
    .where('id', '=', id)
    .returning(teamColumns)
    .executeTakeFirstOrThrow();
}

export function listMembers(db: Db, teamId: number) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.name', 'users.email', 'memberships.joined_at'])
    .where('team_id', '=', teamId)
    .orderBy('joined_at', 'desc')
    .orderBy('users.id', 'desc')
    .execute();
}

/** Serializes checks and counts over a team. */
export async function lockTeams(trx: Trx, ids: number[]): Promise<void> {
  await lockFrom(trx, 'teams')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Key-share locks, so that the memberships outlast the transaction. */
export function lockMemberships(trx: Trx, teamIds: number[], userIds: number[]) {
  return lockFrom(trx, 'memberships')
    .select(['team_id', 'user_id'])
    .where('user_id', '=', sql<number>`any(${userIds})`)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .orderBy('team_id')
    .orderBy('user_id')
    .forKeyShare()
    .execute();
}

export async function lockTeamsOfMember(trx: Trx, teamIds: number[], userId: number): Promise<number[]> {
  const rows = await lockMemberships(trx, teamIds, [userId]);
  return rows.map(({ team_id }) => team_id);
}

/** Two owners who remove each other must not leave the team without an owner. */
export function lockMembers(trx: Trx, teamId: number) {
  return lockFrom(trx, 'memberships')
    .select('user_id')
    .where('team_id', '=', teamId)
    .orderBy('user_id')
    .forUpdate()
    .execute();
}

/** Locks the members of the user's teams and separates teams without other members. */
export async function lockMembersOf(trx: Trx, teamIds: number[], userId: number) {
  const [alone, shared]: [number[], number[]] = [[], []];
  for (const id of teamIds) {
    const members = await lockMembers(trx, id);
    // The user may have been removed while waiting for the lock.
    if (members.some(({ user_id }) => user_id === userId)) (members.length === 1 ? alone : shared).push(id);
  }
  return { alone, shared };
}

/** Locks the user, so that concurrent joins are counted correctly. */
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
