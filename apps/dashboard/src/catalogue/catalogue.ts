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

/** Team-wide reference data: projects, members, labels and saved views. */
export interface Catalogue {
  /** Whether everything is loaded. */
  isComplete: boolean;
  me: Person;
  /** Whether the user is an operator. */
  isOperator: boolean;
  teams: readonly Team[];
  /** The current team. */
  team: Team;
  /** Of all teams, because a URL may name any of them. */
  projects: readonly Project[];
  /** Of the current team, sorted by name. */
  labels: readonly Label[];
  members: readonly Person[];
  views: readonly SavedView[];
}
