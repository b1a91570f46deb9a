import type { TestNode } from './harness.ts';

/** Waits until the node's cache of keys knows of everything that has been committed. The first answer may be to an older question. */
export async function learnOfKeyChanges({ context }: TestNode): Promise<void> {
  for (let count = 0; count < 2; count++) await context.senders.refresh();
}
