import type { Sender } from './sender.ts';

/** What a process knows of keys. Of those that exist, all are kept. */
export interface Memory {
  find(key: string): Sender | undefined;
  learn(key: string, sender: Sender): void;
  forget(projectId: number): void;
  forgetAll(): void;
  /** Whether it was said a moment ago that nobody has this key. */
  isUnknown(key: string): boolean;
  learnUnknown(key: string): void;
}

/** A wrong key in a busy page does not cost a query each time; there is no end of wrong keys, so the oldest go. */
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
