import { tooManyAtOnce, unavailable } from '../../../errors.ts';
import { createSemaphores, type Release } from '../../../semaphore.ts';

/** Each has a part of its bugs in memory until its reader has taken it. */
const mostAtOnce = 30;
const mostOfUser = 3;

/** A place among the exports that are under way in this process; throws when there is none. */
export type EnterExports = (userId: number) => Promise<Release>;

export function createExportRoom(): EnterExports {
  const tooMany = () => unavailable('Too many exports at once; try again in a moment');
  const semaphores = createSemaphores({ patienceMs: 0, refusal: tooMany });
  return async (userId) => {
    const [own, all] = [
      { name: `user ${userId}`, atOnce: mostOfUser },
      { name: 'all', atOnce: mostAtOnce },
    ];
    if (semaphores.findFull([own]))
      throw tooManyAtOnce(`A user can have ${mostOfUser} exports at once; wait until another one has ended`);
    if (semaphores.findFull([all])) throw tooMany();
    return semaphores.acquire([own, all]);
  };
}
