import { notFound } from '../errors.ts';

export const scopes = [
  'read:bugs',
  'write:bugs',
  'read:honeycombs',
  'read:teams',
  'read:labels',
  'write:labels',
] as const;
export type Scope = (typeof scopes)[number];

/** Who is asking, what they own, and by which way they came. Every operation that is not public takes one. */
export interface Actor {
  userId: number;
  teamIds: number[];
  via: 'dashboard' | 'mcp' | 'api';
}

/** Everyone in a team owns it; to everyone else it does not exist. */
export function requireTeam(actor: Actor, teamId: number): void {
  if (!actor.teamIds.includes(teamId)) throw notFound();
}
