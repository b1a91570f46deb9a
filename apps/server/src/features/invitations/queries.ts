import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { deleteInPortions } from '../../db/portions.ts';

const invitationColumns = ['id', 'team_id', 'email', 'created_at', 'expires_at'] as const;
const isLive = sql<boolean>`expires_at > now()`;

export function listInvitations(db: Db, teamId: number) {
  return db
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('team_id', '=', teamId)
    .where(isLive)
    .orderBy('id', 'desc')
    .execute();
}

/** Inviting the same address again makes the same invitation last longer. */
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
  return (rows[0] as { id: number }).id;
}

export function findInvitationForMail(db: Db, id: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select(['invitations.email', 'teams.name as team_name', 'users.name as inviter_name'])
    .where('invitations.id', '=', id)
    .where(isLive)
    .executeTakeFirst();
}

export async function deleteInvitation(db: Db, teamId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('invitations')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** For somebody who joins by other means: an old link must not let them in again later. */
export async function deleteInvitationTo(db: Db, teamId: number, email: string): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('team_id', '=', teamId)
    .where(sql`fold_ascii(email)`, '=', sql`fold_ascii(${email})`)
    .execute();
}

/** Uses up the invitation; undefined when it is gone or too old. */
export async function takeInvitation(db: Db, id: number): Promise<number | undefined> {
  const taken = await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where(isLive)
    .returning('team_id')
    .executeTakeFirst();
  return taken?.team_id;
}

/** Uses up every invitation to the address of this user. */
export async function takeInvitationsTo(db: Db, userId: number): Promise<number[]> {
  const taken = await db
    .deleteFrom('invitations')
    .where(isLive)
    .where(sql`fold_ascii(email)`, '=', sql`(select fold_ascii(email) from users where id = ${userId})`)
    .returning('team_id')
    .execute();
  return taken.map(({ team_id }) => team_id);
}

export async function deleteOldInvitations(db: Db): Promise<void> {
  await deleteInPortions(db, 'invitations', sql`expires_at < now() - interval '30 days'`);
}
