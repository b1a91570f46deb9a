import { useEffect } from 'react';
import { visibleText } from './visible-text.ts';

/** Names the page in the browser's tab and history. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${visibleText(title)} · Skep`;
    return () => {
      document.title = 'Skep';
    };
  }, [title]);
}
