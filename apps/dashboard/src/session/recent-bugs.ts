import { keptHere } from './kept.ts';

const name = 'skep.recent';
const most = 8;

export interface RecentBug {
  id: number;
  title: string;
}

/** Recently opened bugs, latest first. Cleared at sign-out, because titles are private. */
export const recentBugs = {
  get(user: number): RecentBug[] {
    try {
      const kept: { user: number; bugs: RecentBug[] } | null = JSON.parse(keptHere.get(name) ?? 'null');
      return kept?.user === user ? kept.bugs.filter(isBug) : [];
    } catch {
      return [];
    }
  },
  add(user: number, { id, title }: RecentBug): void {
    const others = recentBugs.get(user).filter((bug) => bug.id !== id);
    keptHere.set(name, JSON.stringify({ user, bugs: [{ id, title }, ...others].slice(0, most) }));
  },
  forget: () => keptHere.remove(name),
};

const isBug = (bug: Partial<RecentBug> | null): bug is RecentBug =>
  typeof bug?.id === 'number' && typeof bug.title === 'string';
