import { hash, verify } from '@node-rs/argon2';
import { FairQueue } from './fair-queue.ts';

/** Argon2id with the library's parameters (19 MiB, 2 passes), which are those that OWASP recommends. */
export interface Passwords {
  /** `client` is on whose behalf it is hashed, a network or a user: clients take turns. */
  hash(password: string, client: string): Promise<string>;
  /** Takes as long when there is no password to compare with, so that its time does not tell which accounts exist. */
  matches(passwordHash: string | null | undefined, password: string, client: string): Promise<boolean>;
  /** Bounds how much is hashed at once, and how much waits for it. */
  queue: FairQueue;
}

/** A signed-in user takes turns in the queue as a client of their own, wherever they come from. */
export const userClient = (userId: number) => `user ${userId}`;

/** The hash that is compared when there is no account. It is made ahead of the first login: none must wait for it. */
const decoy = hash('a password that nobody has');

/**
 * Anybody can cause hashing, and it runs in libuv's pool of four threads, which files and host names need too. So half of
 * the threads are left to those, and whoever would have to wait for seconds is sent away.
 */
export function createPasswords(): Passwords {
  const queue = new FairQueue({ concurrency: 2, mostWaiting: 100 });
  return {
    hash: (password, client) => queue.run(client, () => hash(password)),
    async matches(passwordHash, password, client) {
      const compared = passwordHash ?? (await decoy);
      const matches = await queue.run(client, () => verify(compared, password));
      return matches && Boolean(passwordHash);
    },
    queue,
  };
}
