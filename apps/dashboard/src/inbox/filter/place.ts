import type { Catalogue, SavedView } from '../../catalogue/catalogue.ts';
import type { BugFilter } from '../../store/types.ts';
import { type Address, addressOf } from './address.ts';
import { fromView, groupOfView } from './saved.ts';

/** The inbox URL of a saved view. */
export const placeOfView = ({ filters }: SavedView, catalogue: Catalogue): Address => {
  const group = groupOfView(filters);
  return { ...placeOf(fromView(catalogue.team.id, filters), catalogue), ...(group && { group }) };
};

/** The inbox URL of a filter. It leaves out the team for members of only one team. */
export function placeOf(filter: BugFilter, { teams }: Catalogue): Address {
  const { team_id, ...address } = addressOf(filter);
  return teams.length > 1 && team_id !== undefined ? { team_id, ...address } : address;
}
