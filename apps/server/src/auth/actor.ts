import type { Via } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { notFound } from '../errors.ts';

/** The authenticated caller. Every non-public operation takes one. */
export interface Actor {
  userId: number;
  teamIds: number[];
  via: Via;
}

/** Every member owns the team. For everyone else it does not exist. */
export function requireTeam(actor: Actor, teamId: number): void {
  if (!actor.teamIds.includes(teamId)) throw notFound();
}

/** Call first in every operation on data of a project. */
export const requireProject = (db: Db, actor: Actor, id: number) => requireRow(db, 'projects', actor, id);

/** Call first in every operation on data of a bug. */
export const requireBug = (db: Db, actor: Actor, id: number) => requireRow(db, 'bugs', actor, id);

async function requireRow(db: Db, table: 'projects' | 'bugs', actor: Actor, id: number): Promise<void> {
  await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${actor.teamIds})`)
    .executeTakeFirstOrThrow(notFound);
}
