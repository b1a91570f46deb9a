import { sql } from 'kysely';
import type { Db, Trx } from '../../db/connection.ts';
import { lockFrom } from '../../db/locks.ts';
import { deleteInPortions } from '../../db/portions.ts';
import { noteCatalogueChange } from '../events/outbox.ts';

const invitationColumns = ['id', 'team_id', 'email', 'created_at', 'expires_at'] as const;
export const isOpenInvitation = sql<boolean>`expires_at > now()`;

export function listInvitations(db: Db, teamId: number) {
  return db
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('team_id', '=', teamId)
    .where(isOpenInvitation)
    .orderBy('id', 'desc')
    .execute();
}

/** Expired ones too, as long as they are kept. */
export function findInvitation(db: Db, teamId: number, id: number) {
  return db
    .selectFrom('invitations')
    .select('email')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function selectInvitation(db: Db, id: number) {
  return db
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Inviting an address again renews its invitation instead of adding a second one. */
export async function upsertInvitation(
  db: Db,
  values: { team_id: number; email: string; invited_by: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into invitations (team_id, email, invited_by)
    values (${values.team_id}, ${values.email}, ${values.invited_by})
    on conflict (team_id, fold_ascii(email)) do update set
      invited_by = excluded.invited_by, expires_at = now() + interval '7 days'
    returning id`.execute(db);
  await noteCatalogueChange(db, 'members', values.team_id);
  return (rows[0] as { id: number }).id;
}

export function findInvitationForMail(db: Db, id: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.email', 'teams.name as team_name', 'users.name as inviter_name'])
    .where('invitations.id', '=', id)
    .where(isOpenInvitation)
    .executeTakeFirst();
}

export async function deleteInvitation(db: Db, teamId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('invitations')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return false;
  await noteCatalogueChange(db, 'members', teamId);
  return true;
}

export async function deleteInvitationsBy(db: Db, userId: number): Promise<void> {
  const deleted = await db
    .deleteFrom('invitations')
    .where('invited_by', '=', userId)
    .returning('team_id')
    .execute();
  await noteCatalogueChange(
    db,
    'members',
    deleted.map(({ team_id }) => team_id),
  );
}

export async function deleteInvitationsOfTeam(db: Db, teamId: number): Promise<void> {
  await db.deleteFrom('invitations').where('team_id', '=', teamId).execute();
}

export async function isMemberByEmail(db: Db, teamId: number, email: string): Promise<boolean> {
  const member = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('team_id', '=', teamId)
    .where(sql`fold_ascii(users.email)`, '=', sql`fold_ascii(${email})`)
    .executeTakeFirst();
  return member !== undefined;
}

/**
 * Locks the team, so that invitations made at the same time are counted one after the other, and counts the open ones to
 * other addresses.
 */
export async function countOthersInvitedLocked(trx: Trx, teamId: number, email: string): Promise<number> {
  await lockFrom(trx, 'teams').select('id').where('id', '=', teamId).forNoKeyUpdate().execute();
  const { count } = await trx
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('team_id', '=', teamId)
    .where(isOpenInvitation)
    .where(sql`fold_ascii(email)`, '<>', sql`fold_ascii(${email})`)
    .executeTakeFirstOrThrow();
  return count;
}

export function deleteOldInvitations(db: Db): Promise<number> {
  return deleteInPortions(db, 'invitations', sql`expires_at < now() - interval '30 days'`);
}
