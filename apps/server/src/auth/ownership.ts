import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import type { Actor } from './actor.ts';

/** Everyone in a team owns it; to everyone else it does not exist. */
export function requireTeam(actor: Actor, teamId: number): void {
  if (!actor.teamIds.includes(teamId)) throw notFound();
}

/** Every operation on something that belongs to a project calls this first. */
export async function requireProject(db: Db, actor: Actor, id: number): Promise<void> {
  await requireRow(db, 'projects', actor, id);
}

/** Every operation on something that belongs to a bug calls this first. Returns the bug's team. */
export function requireBug(db: Db, actor: Actor, id: number): Promise<number> {
  return requireRow(db, 'bugs', actor, id);
}

async function requireRow(db: Db, table: 'projects' | 'bugs', { teamIds }: Actor, id: number) {
  const row = await db
    .selectFrom(table)
    .select('team_id')
    .where('id', '=', id)
    .where('team_id', '=', sql<number>`any(${teamIds})`)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.team_id;
}
