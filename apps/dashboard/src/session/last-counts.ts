import { keptHere } from './kept.ts';

const name = 'skep.counted';

interface Counted {
  user: number;
  team: number;
  /** In request form. */
  filters: readonly object[];
}

/**
 * Filters of the last sidebar counts. They depend on projects and saved views, which load with the page:
 * remembering them lets the counts load in parallel. Cleared at sign-out, because filters of
 * saved views are private.
 */
export const lastCounts = {
  get(user: number, team: number): Counted['filters'] {
    try {
      const kept: Partial<Counted> | null = JSON.parse(keptHere.get(name) ?? 'null');
      const isTheirs = kept?.user === user && kept.team === team;
      return isTheirs && Array.isArray(kept.filters) ? kept.filters : [];
    } catch {
      return [];
    }
  },
  set: (counted: Counted) => keptHere.set(name, JSON.stringify(counted)),
  forget: () => keptHere.remove(name),
};
