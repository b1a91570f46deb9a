import { keptHere } from './kept.ts';

const name = 'skep.team';

/** The team that was open last. */
export const lastTeam = {
  get: () => Number(keptHere.get(name)) || undefined,
  set: (team: number) => keptHere.set(name, String(team)),
};
