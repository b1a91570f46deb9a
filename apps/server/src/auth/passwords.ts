import { hash, verify } from '@node-rs/argon2';
import { createTurns, type Turns } from '../turns.ts';

/** Argon2id with the library's parameters (19 MiB, 2 passes), which are those that OWASP recommends. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes the same work whether or not there is a password to compare with. */
  matches(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  turns: Turns;
}

/** Made once, ahead of the first login: an unknown address must not wait for it. */
const decoy = hash('a password that nobody has');

/**
 * Anybody can order such work. It is done in the threads that files and host names need too, so half of them are left to
 * these; and whoever would wait for seconds is sent away.
 */
export function createPasswords(): Passwords {
  const turns = createTurns({ atOnce: 2, mostWaiting: 100 });
  return {
    hash: (password) => turns.take(() => hash(password)),
    async matches(passwordHash, password) {
      const compared = passwordHash ?? (await decoy);
      const matches = await turns.take(() => verify(compared, password));
      return matches && Boolean(passwordHash);
    },
    turns,
  };
}
