import type { Sender } from './sender.ts';

/**
 * The cache of project keys in a process. Keys that exist are all kept until their project changes; keys that nobody has are
 * in a small negative cache.
 */
export interface Memory {
  find(key: string): Sender | undefined;
  learn(key: string, sender: Sender): void;
  forget(projectId: number): void;
  forgetAll(): void;
  /** Whether the negative cache has this key: the database said a moment ago that nobody has it. */
  isUnknown(key: string): boolean;
  learnUnknown(key: string): void;
}

/**
 * The negative cache: how long a wrong key stays in it, so that a wrong key in a busy page does not cost a query each time,
 * and how many there may be. Any number of wrong keys can be sent, so the oldest are dropped.
 */
const unknownMs = 500;
const unknownKept = 1_000;

export function createMemory(): Memory {
  const senders = new Map<string, Sender>();
  const keysOf = new Map<number, Set<string>>();
  const unknownUntil = new Map<string, number>();

  return {
    find: (key) => senders.get(key),
    learn(key, sender) {
      senders.set(key, sender);
      const keys = keysOf.get(sender.projectId) ?? new Set();
      keysOf.set(sender.projectId, keys.add(key));
    },
    forget(projectId) {
      for (const key of keysOf.get(projectId) ?? []) senders.delete(key);
      keysOf.delete(projectId);
    },
    forgetAll() {
      senders.clear();
      keysOf.clear();
    },
    isUnknown: (key) => (unknownUntil.get(key) ?? 0) > performance.now(),
    learnUnknown(key) {
      unknownUntil.delete(key);
      unknownUntil.set(key, performance.now() + unknownMs);
      const [oldest] = unknownUntil.keys();
      if (unknownUntil.size > unknownKept && oldest !== undefined) unknownUntil.delete(oldest);
    },
  };
}
