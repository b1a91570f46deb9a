import { useState } from 'react';

/** What is typed over a value that others may change meanwhile: as long as nobody types, the field follows it. */
export interface Draft {
  value: string;
  isChanged: boolean;
  set(text: string): void;
  /** Forgets what was typed, after it has been saved. */
  drop(): void;
}

export function useDraft(saved: string): Draft {
  const [typed, setTyped] = useState<string>();
  return {
    value: typed ?? saved,
    isChanged: typed !== undefined && typed !== saved,
    set: setTyped,
    drop: () => setTyped(undefined),
  };
}
