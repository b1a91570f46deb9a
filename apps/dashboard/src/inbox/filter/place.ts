import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { BugFilter } from '../../store/types.ts';
import { type Address, addressOf } from './address.ts';

/** Where a filter is listed. Whoever is in one team only need not name it. */
export function placeOf(filter: BugFilter, { teams }: Catalogue): Address {
  const { team_id, ...address } = addressOf(filter);
  return teams.length > 1 && team_id !== undefined ? { team_id, ...address } : address;
}
