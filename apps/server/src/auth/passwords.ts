import { hash, verify } from '@node-rs/argon2';
import { createSemaphore, type Semaphore } from '../semaphore.ts';

/** Argon2id with the library's parameters (19 MiB, 2 passes), which are those that OWASP recommends. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same work whether or not there is a password to compare with. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  /** How much is being hashed, and waits for it. */
  semaphore: Semaphore;
}

/** Made once, ahead of the first login: an unknown address must not wait for it. */
const decoy = hash('a password that nobody has');

/**
 * Anybody can order such work. It is done in the threads that files and host names need too, so half of them are left to
 * these; and whoever would wait for seconds is sent away.
 */
export function createPasswords(): Passwords {
  const semaphore = createSemaphore({ atOnce: 2, mostWaiting: 100 });
  return {
    hash: (password) => semaphore.run(() => hash(password)),
    async matches(passwordHash, password) {
      const compared = passwordHash ?? (await decoy);
      const matches = await semaphore.run(() => verify(compared, password));
      return matches && Boolean(passwordHash);
    },
    semaphore,
  };
}
