import { useState } from 'react';

/** Local edit of a shared value. Without an edit, the field follows the server value. */
export interface Draft {
  value: string;
  isChanged: boolean;
  /** Someone else saved a different value since the edit began. */
  isOvertaken: boolean;
  set(text: string): void;
  /** Discards the edit, after saving or canceling. */
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
