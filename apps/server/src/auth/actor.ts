import type { Via } from '@skep/vocabulary';
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
