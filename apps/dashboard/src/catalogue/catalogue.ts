import type { Label, Person } from '../store/types.ts';

export interface Team {
  id: number;
  name: string;
  slug: string;
}

export interface Project {
  id: number;
  team_id: number;
  name: string;
}

export interface SavedView {
  id: number;
  team_id: number;
  name: string;
  filters: Record<string, unknown>;
  is_pinned: boolean;
}

/** What bugs are sorted by: the few things that everybody in a team shares, all of them at hand. */
export interface Catalogue {
  /** Whether all of it has come. */
  isComplete: boolean;
  me: Person;
  /** Whether this person runs the installation. */
  isOperator: boolean;
  teams: readonly Team[];
  /** The team that is looked at. */
  team: Team;
  /** Of all teams, because an address may name any of them. */
  projects: readonly Project[];
  /** Of this team, by name. */
  labels: readonly Label[];
  members: readonly Person[];
  views: readonly SavedView[];
}
