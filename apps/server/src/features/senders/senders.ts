import { hashSecret } from '../../auth/secrets.ts';
import { followChanges } from '../../db/change-feed.ts';
import type { Database } from '../../db/connection.ts';
import { createSemaphore } from '../../semaphore.ts';
import { createBlocklists } from '../blocklist/matching/blocklists.ts';
import { createMemory } from './memory.ts';
import { findSender, type SenderChange, senderChange, touchApiKeys } from './queries.ts';
import { type Sender, toSender } from './sender.ts';

/** The project keys that this process has seen, kept in a cache that is at most a second behind the database. */
export interface Senders {
  /** Finds what a key stands for, at once if it is in the cache; undefined when the key is unknown or revoked. */
  find(key: string): Promise<Sender | undefined> | Sender | undefined;
  /** Remembers that an additional key was used, until `writeUsedKeys` writes it to the database. */
  used(sender: Sender): void;
  /** Asks the database what has changed, and invalidates it in the cache. */
  refresh(): Promise<void>;
  writeUsedKeys(): Promise<void>;
}

/** How often a key is read anew because its project has changed meanwhile. Then it is answered, but not cached. */
const mostReads = 3;

/**
 * A key that is being read (single flight: everybody who asks for it meanwhile shares this), and the projects that were
 * invalidated since. If the key's own project is among them, what was read may be older than the change.
 */
interface Loading {
  sender: Promise<Sender | undefined>;
  changed: Set<number>;
  isVoid: boolean;
}

export function createSenders(db: Database): Senders {
  const memory = createMemory();
  const blocklists = createBlocklists(db);
  const loadings = new Map<string, Loading>();
  // The semaphore leaves connections of the pool to the queries that learn of changes.
  const lookups = createSemaphore({ atOnce: 2, mostWaiting: 5_000 });
  const usedKeys = new Set<number>();

  // Projects that have changed are read again when they are asked for; others are not affected.
  const changes = followChanges<SenderChange>(db, {
    table: 'sender_changes',
    row: senderChange,
    onChange: ({ id, of_rules }) => forget(id, of_rules),
    onLost: forgetAll,
  });

  function forget(projectId: number, ofRules: boolean): void {
    memory.forget(projectId);
    if (ofRules) blocklists.forget(projectId);
    for (const { changed } of loadings.values()) changed.add(projectId);
  }

  function forgetAll(): void {
    memory.forgetAll();
    blocklists.forgetAll();
    for (const loading of loadings.values()) loading.isVoid = true;
  }

  async function load(key: string): Promise<Sender | undefined> {
    await changes.freshen();
    const sender = memory.find(key);
    if (sender || memory.isUnknown(key)) return sender;
    return (loadings.get(key) ?? startLoading(key)).sender;
  }

  function startLoading(key: string): Loading {
    const loading = { changed: new Set<number>(), isVoid: false } as Loading;
    loadings.set(key, loading);
    loading.sender = readSteady(key, loading).finally(() => loadings.delete(key));
    return loading;
  }

  async function readSteady(key: string, loading: Loading): Promise<Sender | undefined> {
    for (let reads = 1; ; reads++) {
      loading.changed.clear();
      loading.isVoid = false;
      const sender = await read(key);
      const hasChanged = loading.isVoid || (sender && loading.changed.has(sender.projectId));
      if (hasChanged && reads < mostReads) continue;
      if (!sender) memory.learnUnknown(key);
      else if (!hasChanged) memory.learn(key, sender);
      return sender;
    }
  }

  async function read(key: string): Promise<Sender | undefined> {
    const keyHash = hashSecret(key);
    const row = await lookups.run(() => findSender(db, key, keyHash));
    return row && toSender(row, keyHash, await blocklists.of(row.project_id));
  }

  return {
    find: (key) => (changes.isFresh() && memory.find(key)) || load(key),
    used({ apiKeyId }) {
      if (apiKeyId !== null) usedKeys.add(apiKeyId);
    },
    refresh: changes.check,
    async writeUsedKeys() {
      if (usedKeys.size === 0) return;
      const ids = [...usedKeys];
      usedKeys.clear();
      const leftOut = await touchApiKeys(db, ids).catch((error) => {
        for (const id of ids) usedKeys.add(id);
        throw error;
      });
      for (const id of leftOut) usedKeys.add(id);
    },
  };
}
