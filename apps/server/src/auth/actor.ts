import type { Via } from '@skep/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { notFound } from '../errors.ts';

/** Who is asking, what they own, and by which way they came. Every operation that is not public takes one. */
export interface Actor {
  userId: number;
  teamIds: number[];
  via: Via;
}

/** Everyone in a team owns it; to everyone else it does not exist. */
export function requireTeam(actor: Actor, teamId: number): void {
  if (!actor.teamIds.includes(teamId)) throw notFound();
}

/** Every operation on something that belongs to a project calls this first. */
export const requireProject = (db: Db, actor: Actor, id: number) => requireRow(db, 'projects', actor, id);

/** Every operation on something that belongs to a bug calls this first. */
export const requireBug = (db: Db, actor: Actor, id: number) => requireRow(db, 'bugs', actor, id);

async function requireRow(db: Db, table: 'projects' | 'bugs', actor: Actor, id: number): Promise<void> {
  await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${actor.teamIds})`)
    .executeTakeFirstOrThrow(notFound);
}
