import { hash, verify } from '@node-rs/argon2';
import { unavailable } from '../errors.ts';

/** Argon2id with the library's defaults (19 MiB, 2 passes), which OWASP recommends. */
export interface Passwords {
  /** `client` is the network or user that queues fairly with others. */
  hash(password: string, client: string): Promise<string>;
  /** Takes equally long without a password hash, so that timing does not reveal which accounts exist. */
  matches(passwordHash: string | null | undefined, password: string, client: string): Promise<boolean>;
  queue: FairQueue;
}

export const userClient = (userId: number) => `user ${userId}`;

/** Compared when there is no account. Computed at startup, so that the first login is not slower. */
const decoy = hash('a password that nobody has');

/** Anyone can trigger hashing, so half of libuv's four threads stay free for files and DNS. */
export function createPasswords(): Passwords {
  const queue = new FairQueue({ concurrency: 2, maxWaiting: 100 });
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

/** A fair queue: clients take turns. When it is full, the client with the most waiting tasks loses its newest one. */
class FairQueue {
  readonly #concurrency: number;
  readonly #maxWaiting: number;
  /** In turn order: a client that was served moves to the end. */
  readonly #waiters = new Map<string, Waiter[]>();
  #running = 0;
  #waiting = 0;

  constructor({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }) {
    this.#concurrency = concurrency;
    this.#maxWaiting = maxWaiting;
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
      if (this.#waiting > this.#maxWaiting) this.#refuseOne(client, own);
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
