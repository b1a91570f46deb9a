import { tooManyAtOnce, unavailable } from '../../../errors.ts';
import { createTurns, type Leave } from '../../../limits/turns.ts';

/** Each has a part of its bugs in memory until its reader has taken it. */
const mostAtOnce = 30;
const mostOfUser = 3;

/** A place among the exports that are under way in this process; throws when there is none. */
export type EnterExports = (userId: number) => Promise<Leave>;

export function createExportRoom(): EnterExports {
  const tooMany = () => unavailable('Too many exports at once; try again in a moment');
  const turns = createTurns(0, tooMany);
  return async (userId) => {
    const [own, all] = [
      { name: `user ${userId}`, atOnce: mostOfUser },
      { name: 'all', atOnce: mostAtOnce },
    ];
    if (turns.findFull([own]))
      throw tooManyAtOnce(`A user can have ${mostOfUser} exports at once; wait until another one has ended`);
    if (turns.findFull([all])) throw tooMany();
    return turns.take([own, all]);
  };
}
