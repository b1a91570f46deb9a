import { useEffect } from 'react';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { lastCounts } from '../../session/last-counts.ts';
import { canonical } from '../../store/filter.ts';
import type { BugFilter } from '../../store/types.ts';

/** Remembers what is counted here, so that the next opening asks for it at once. */
export function useRememberedCounts({ isComplete, me, team }: Catalogue, counted: BugFilter[]): void {
  const filters = JSON.stringify(counted.map(canonical));
  useEffect(() => {
    if (isComplete) lastCounts.set({ user: me.id, team: team.id, filters: JSON.parse(filters) });
  }, [isComplete, me.id, team.id, filters]);
}
