import type { Logger } from 'pino';
import { hashSecret } from '../auth/secrets.ts';
import type { Database } from '../db/connection.ts';
import { findSender, selectSenderVersion, touchApiKeys } from './queries.ts';
import { type Sender, toSender } from './sender.ts';

/** The project keys that this process has seen, kept in memory and true to within a second. */
export interface Senders {
  /** Undefined when the key is unknown or revoked. */
  find(key: string): Promise<Sender | undefined> | Sender | undefined;
  /** Notes that an additional key was used; written now and then. */
  used(sender: Sender): void;
  stop(): Promise<void>;
}

const checkMs = 300;
/** What was last confirmed longer ago than this is not answered from memory. */
const trustMs = 900;
const touchMs = 10_000;
/** Unknown keys are remembered too, so that a wrong key in a busy page does not cost a query each time. */
const remembered = 10_000;

export function createSenders(db: Database, log: Logger): Senders {
  let cache = new Map<string, Sender | undefined>();
  let version = -1;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  const usedKeys = new Set<number>();

  /** Everything is dropped when anything has changed: changes are rare, and what is in use comes back at once. */
  async function check(): Promise<void> {
    const startedAt = performance.now();
    const current = await selectSenderVersion(db);
    if (current !== version) cache = new Map();
    version = current;
    confirmedAt = startedAt;
  }

  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  async function load(key: string): Promise<Sender | undefined> {
    if (performance.now() - confirmedAt > trustMs) await checkOnce();
    const target = cache;
    if (target.has(key)) return target.get(key);
    const keyHash = hashSecret(key);
    const row = await findSender(db, key, keyHash);
    const sender = row && toSender(row, keyHash);
    if (target.size < remembered) target.set(key, sender);
    return sender;
  }

  async function writeUsedKeys(): Promise<void> {
    if (usedKeys.size === 0) return;
    const ids = [...usedKeys];
    usedKeys.clear();
    await touchApiKeys(db, ids);
  }

  const inBackground = (work: () => Promise<void>) => () => {
    work().catch((error) => log.warn({ err: error }, 'project keys could not be refreshed'));
  };
  const checkTimer = setInterval(inBackground(checkOnce), checkMs);
  const touchTimer = setInterval(inBackground(writeUsedKeys), touchMs);

  return {
    find(key) {
      const isFresh = performance.now() - confirmedAt <= trustMs;
      return isFresh && cache.has(key) ? cache.get(key) : load(key);
    },
    used({ apiKeyId }) {
      if (apiKeyId !== null) usedKeys.add(apiKeyId);
    },
    async stop() {
      clearInterval(checkTimer);
      clearInterval(touchTimer);
      await checking?.catch(() => {});
      await writeUsedKeys().catch((error) =>
        log.warn({ err: error }, 'last use of keys could not be written'),
      );
    },
  };
}
