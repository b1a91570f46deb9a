import type { Db } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import type { Actor } from './actor.ts';
import { findTeamOfBug, hasProject } from './queries.ts';

/** Everyone in a team owns it; to everyone else it does not exist. */
export function requireTeam(actor: Actor, teamId: number): void {
  if (!actor.teamIds.includes(teamId)) throw notFound();
}

/** Every operation on something that belongs to a project calls this first. */
export async function requireProject(db: Db, actor: Actor, id: number): Promise<void> {
  if (!(await hasProject(db, actor.teamIds, id))) throw notFound();
}

/** Every operation on something that belongs to a bug calls this first. Returns the bug's team. */
export async function requireBug(db: Db, actor: Actor, id: number): Promise<number> {
  const teamId = await findTeamOfBug(db, actor.teamIds, id);
  if (teamId === undefined) throw notFound();
  return teamId;
}
