import { useEffect } from 'react';
import { cut } from '../cut.ts';
import { visibleText } from './visible-text.ts';

/** More than this no tab shows. */
const longest = 60;

const shorten = (text: string) => (text.length > longest ? `${cut(text, longest - 1).trimEnd()}…` : text);

/** Names the page in the browser's tab and history: what it is, then the team that it belongs to. */
export function useTitle(title: string, team?: string): void {
  useEffect(() => {
    document.title = `${shorten(visibleText(title))} · ${shorten(visibleText(team || 'Skep'))}`;
    return () => {
      document.title = 'Skep';
    };
  }, [title, team]);
}
