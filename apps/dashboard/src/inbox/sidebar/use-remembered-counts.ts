import { useEffect } from 'react';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { lastCounts } from '../../session/last-counts.ts';
import { canonical } from '../../store/filter.ts';
import type { BugFilter } from '../../store/types.ts';

/** Remembers the counted filters, so that the next page load can request them early. */
export function useRememberedCounts({ isComplete, me, team }: Catalogue, counted: BugFilter[]): void {
  const filters = JSON.stringify(counted.map(canonical));
  useEffect(() => {
    if (isComplete) lastCounts.set({ user: me.id, team: team.id, filters: JSON.parse(filters) });
  }, [isComplete, me.id, team.id, filters]);
}
