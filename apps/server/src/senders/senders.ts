import type { Logger } from 'pino';
import { hashSecret } from '../auth/secrets.ts';
import type { Database } from '../db/connection.ts';
import { createBlocklists } from './blocklists.ts';
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
/** A wrong key in a busy page does not cost a query each time; there is no end of wrong keys, so the oldest go. */
const unknownKept = 1_000;

/** What has been learned since the last change. Of keys that exist, all are kept. */
const emptyMemory = () => ({
  known: new Map<string, Sender>(),
  unknown: new Set<string>(),
  loading: new Map<string, Promise<Sender | undefined>>(),
});

export function createSenders(db: Database, log: Logger): Senders {
  let memory = emptyMemory();
  const blocklists = createBlocklists();
  let version = -1;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  const usedKeys = new Set<number>();

  /** Everything is dropped when anything has changed: changes are rare, and what is in use comes back at once. */
  async function check(): Promise<void> {
    const startedAt = performance.now();
    const current = await selectSenderVersion(db);
    if (current !== version) {
      memory = emptyMemory();
      blocklists.age();
    }
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
    const { known, unknown, loading } = memory;
    if (known.has(key) || unknown.has(key)) return known.get(key);
    const underWay = loading.get(key);
    if (underWay) return underWay;
    const loaded = read(key)
      .then((sender) => {
        if (sender) known.set(key, sender);
        else remember(unknown, key);
        return sender;
      })
      .finally(() => loading.delete(key));
    loading.set(key, loaded);
    return loaded;
  }

  async function read(key: string): Promise<Sender | undefined> {
    const keyHash = hashSecret(key);
    const row = await findSender(db, key, keyHash);
    return row && toSender(row, keyHash, blocklists.of(row.project_id, row.rules));
  }

  async function writeUsedKeys(): Promise<void> {
    if (usedKeys.size === 0) return;
    const ids = [...usedKeys];
    await touchApiKeys(db, ids);
    for (const id of ids) usedKeys.delete(id);
  }

  const inBackground = (work: () => Promise<void>) => () => {
    work().catch((error) => log.warn({ err: error }, 'project keys could not be refreshed'));
  };
  const checkTimer = setInterval(inBackground(checkOnce), checkMs);
  const touchTimer = setInterval(inBackground(writeUsedKeys), touchMs);

  return {
    find(key) {
      const isFresh = performance.now() - confirmedAt <= trustMs;
      return (isFresh && memory.known.get(key)) || load(key);
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

function remember(unknown: Set<string>, key: string): void {
  const [oldest] = unknown;
  if (unknown.size >= unknownKept && oldest !== undefined) unknown.delete(oldest);
  unknown.add(key);
}
