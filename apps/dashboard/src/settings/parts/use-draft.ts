import { useState } from 'react';

/** What is typed over a value that others may change meanwhile: as long as nobody types, the field follows it. */
export interface Draft {
  value: string;
  isChanged: boolean;
  /** Somebody else has saved another value since the typing began. */
  isOvertaken: boolean;
  set(text: string): void;
  /** Forgets what was typed, after it has been saved or given up. */
  drop(): void;
}

export function useDraft(saved: string): Draft {
  const [typed, setTyped] = useState<{ text: string; over: string }>();
  const isChanged = typed !== undefined && typed.text !== saved;
  return {
    value: typed?.text ?? saved,
    isChanged,
    isOvertaken: isChanged && typed.over !== saved,
    set: (text) => setTyped({ text, over: typed?.over ?? saved }),
    drop: () => setTyped(undefined),
  };
}
