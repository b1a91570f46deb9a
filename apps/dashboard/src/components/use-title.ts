import { useEffect } from 'react';
import { cut } from '../cut.ts';
import { visibleText } from './visible-text.ts';

/** Maximum length of each part, in characters. */
const longest = 60;

const shorten = (text: string) => (text.length > longest ? `${cut(text, longest - 1).trimEnd()}…` : text);

/** Sets the document title: page, then team. */
export function useTitle(title: string, team?: string): void {
  useEffect(() => {
    document.title = `${shorten(visibleText(title))} · ${shorten(visibleText(team || 'Skep'))}`;
    return () => {
      document.title = 'Skep';
    };
  }, [title, team]);
}
