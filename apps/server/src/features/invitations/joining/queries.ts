import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { noteCatalogueChange } from '../../events/outbox.ts';
import { isOpenInvitation } from '../queries.ts';

/** Whether an invitation is to the user's own address. */
const isToUser = (userId: number) => sql<boolean>`
  fold_ascii(invitations.email) = (select fold_ascii(users.email) from users where users.id = ${userId})`;

/** A bound for the list, because any number of teams may invite an address; nobody reads more than these. */
const mostListed = 200;

/** The newest open invitations to the user's own address, and how many there are in all. */
export async function listOwnInvitations(db: Db, userId: number) {
  const rows = await db
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.id',
      'invitations.team_id',
      'teams.name as team_name',
      'users.name as inviter_name',
      'invitations.created_at',
      'invitations.expires_at',
      sql<number>`count(*) over ()`.as('total'),
    ])
    .where(isOpenInvitation)
    .where(isToUser(userId))
    .orderBy('invitations.id', 'desc')
    .limit(mostListed)
    .execute();
  const items = rows.map(({ team_id, team_name, inviter_name, total: _, ...invitation }) => ({
    ...invitation,
    team: { id: team_id, name: team_name },
    invited_by: inviter_name,
  }));
  return { items, total: rows[0]?.total ?? 0 };
}

/** Uses up an invitation and says whether it is to the user's own address; undefined when it is gone or has expired. */
export async function takeInvitation(db: Db, id: number, userId: number) {
  const taken = await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where(isOpenInvitation)
    .returning(['team_id', isToUser(userId).as('is_own')])
    .executeTakeFirst();
  if (taken) await noteCatalogueChange(db, 'members', taken.team_id);
  return taken;
}

/** Uses up an invitation only when it is to the user's own address, and answers the id of its team. */
export async function takeOwnInvitation(db: Db, id: number, userId: number): Promise<number | undefined> {
  const taken = await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where(isOpenInvitation)
    .where(isToUser(userId))
    .returning('team_id')
    .executeTakeFirst();
  if (taken) await noteCatalogueChange(db, 'members', taken.team_id);
  return taken?.team_id;
}

/** What whoever has the token of an invitation may know of it; undefined when it is gone or has expired. */
export function findOpenInvitation(db: Db, id: number) {
  return db
    .selectFrom('invitations')
    .innerJoin('teams', 'teams.id', 'invitations.team_id')
    .leftJoin('users', 'users.id', 'invitations.invited_by')
    .select([
      'invitations.team_id',
      'invitations.email',
      'invitations.expires_at',
      'teams.name as team_name',
      'users.name as inviter_name',
    ])
    .where('invitations.id', '=', id)
    .where(isOpenInvitation)
    .executeTakeFirst();
}
