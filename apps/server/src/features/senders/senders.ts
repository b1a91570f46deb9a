import { hashSecret } from '../../auth/secrets.ts';
import type { Database } from '../../db/connection.ts';
import { createSemaphore } from '../../semaphore.ts';
import { createBlocklists } from '../blocklist/matching/blocklists.ts';
import { createMemory } from './memory.ts';
import { findSender, type SenderChanges, selectSenderChanges, touchApiKeys } from './queries.ts';
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

/** The cache is used only if it was checked against the database within this time. */
const trustMs = 900;
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
  let known: SenderChanges | undefined;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  const usedKeys = new Set<number>();

  /** Invalidates the projects that have changed. They are read again when they are asked for; others are not affected. */
  async function check(): Promise<void> {
    const startedAt = performance.now();
    const current = await selectSenderChanges(db, known?.snapshot ?? null);
    if (known && current.origin !== known.origin) forgetAll();
    for (const { id, of_rules } of current.projects) forget(id, of_rules);
    known = current;
    confirmedAt = startedAt;
  }

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

  function checkOnce(): Promise<void> {
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  }

  const isFresh = () => performance.now() - confirmedAt <= trustMs;

  async function load(key: string): Promise<Sender | undefined> {
    if (!isFresh()) await checkOnce();
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
    find: (key) => (isFresh() && memory.find(key)) || load(key),
    used({ apiKeyId }) {
      if (apiKeyId !== null) usedKeys.add(apiKeyId);
    },
    refresh: checkOnce,
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
