import { keptHere } from './kept.ts';

const name = 'skep.counted';

interface Counted {
  user: number;
  team: number;
  /** As they are sent. */
  filters: readonly object[];
}

/**
 * What was counted last for the places of the sidebar. They follow from projects and saved views, which come when the page opens:
 * with this memory their numbers can be asked for at the same time. It is gone when somebody signs out, as the filters of
 * views may say what that person was looking for.
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
