import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors.ts';

/** Argon2id with the library's parameters (19 MiB, 2 passes), which are those that OWASP recommends. */
export interface Passwords {
  /** `client` is on whose behalf it is hashed, a network or a user: clients take turns. */
  hash(password: string, client: string): Promise<string>;
  /** Takes as long when there is no password to compare with, so that its time does not tell which accounts exist. */
  matches(passwordHash: string | null | undefined, password: string, client: string): Promise<boolean>;
  queue: FairQueue;
}

export const userClient = (userId: number) => `user ${userId}`;

/** The hash that is compared when there is no account. It is made ahead of the first login: none must wait for it. */
const decoy = hash('a password that nobody has');

/** Anybody can cause hashing, so half of libuv's four threads are left to files and host names. */
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

interface Waiter {
  start(): void;
  refuse(error: Error): void;
}

/** Clients take turns, and when too many tasks wait, the client with the most loses its newest: nobody can keep others out. */
class FairQueue {
  readonly #concurrency: number;
  readonly #mostWaiting: number;
  /** In the order of turns: a client that had its turn goes to the end. */
  readonly #waiters = new Map<string, Waiter[]>();
  #running = 0;
  #waiting = 0;

  constructor({ concurrency, mostWaiting }: { concurrency: number; mostWaiting: number }) {
    this.#concurrency = concurrency;
    this.#mostWaiting = mostWaiting;
  }

  get waiting(): number {
    return this.#waiting;
  }

  async run<T>(client: string, task: () => Promise<T>): Promise<T> {
    if (this.#running < this.#concurrency) this.#running++;
    else await this.#wait(client);
    try {
      return await task();
    } finally {
      this.#startNext();
    }
  }

  #wait(client: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = this.#waiters.get(client) ?? [];
      own.push({ start: resolve, refuse: reject });
      this.#waiters.set(client, own);
      this.#waiting++;
      if (this.#waiting > this.#mostWaiting) this.#refuseOne(client, own);
    });
  }

  #refuseOne(newest: string, ofNewest: Waiter[]): void {
    let [client, longest] = [newest, ofNewest];
    for (const [other, waiters] of this.#waiters)
      if (waiters.length > longest.length) [client, longest] = [other, waiters];
    longest.pop()?.refuse(unavailable('Too many concurrent requests. Retry after 5 s.'));
    if (longest.length === 0) this.#waiters.delete(client);
    this.#waiting--;
  }

  #startNext(): void {
    const [next] = this.#waiters;
    if (!next) {
      this.#running--;
      return;
    }
    const [client, waiters] = next;
    this.#waiters.delete(client);
    this.#waiting--;
    waiters.shift()?.start();
    if (waiters.length > 0) this.#waiters.set(client, waiters);
  }
}
