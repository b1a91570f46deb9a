import { tooManyAtOnce, unavailable } from '../../../errors.ts';
import { createSemaphores, type Release } from '../../../semaphore.ts';

/** How many exports may run at once: each keeps some of its bugs in memory until its reader has taken them. */
const mostAtOnce = 30;
const mostOfUser = 3;
/** Beyond this number, only users who have no export running get one: a few users with three each cannot keep others out. */
const mostForFurther = 20;

/** Acquires a permit for one more export in this process, or throws when there is none left, for the user or for all. */
export type AcquireExport = (userId: number) => Promise<Release>;

export function createExportLimit(): AcquireExport {
  const tooMany = () => unavailable('Too many exports at once; try again in a moment');
  const semaphores = createSemaphores({ patienceMs: 0, refusal: tooMany });
  return async (userId) => {
    const own = { name: `user ${userId}`, atOnce: mostOfUser };
    const hasOne = semaphores.findFull([{ ...own, atOnce: 1 }]) !== undefined;
    const all = { name: 'all', atOnce: hasOne ? mostForFurther : mostAtOnce };
    if (semaphores.findFull([own]))
      throw tooManyAtOnce(`A user can have ${mostOfUser} exports at once; wait until another one has ended`);
    if (semaphores.findFull([all])) throw tooMany();
    return semaphores.acquire([own, all]);
  };
}
