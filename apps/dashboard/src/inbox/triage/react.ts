import { useSyncExternalStore } from 'react';
import type { Triage } from './triage.ts';

/** Something of the cursor or the selection. What is read has to be a primitive, or keep its identity. */
export function useTriage<T>(triage: Triage, read: (triage: Triage) => T): T {
  return useSyncExternalStore(triage.subscribe, () => read(triage));
}
