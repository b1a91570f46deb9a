import type { Catalogue, SavedView } from '../../catalogue/catalogue.ts';
import type { BugFilter } from '../../store/types.ts';
import { type Address, addressOf } from './address.ts';
import { fromView, groupOfView } from './saved.ts';

/** Where a saved view is listed. */
export const placeOfView = ({ filters }: SavedView, catalogue: Catalogue): Address => {
  const group = groupOfView(filters);
  return { ...placeOf(fromView(catalogue.team.id, filters), catalogue), ...(group && { group }) };
};

/** Where a filter is listed. Whoever is in one team only need not name it. */
export function placeOf(filter: BugFilter, { teams }: Catalogue): Address {
  const { team_id, ...address } = addressOf(filter);
  return teams.length > 1 && team_id !== undefined ? { team_id, ...address } : address;
}
