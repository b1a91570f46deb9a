import type { Action } from '../actions/action.ts';
import { toasts } from '../components/toasts.ts';
import { copy } from './copy.ts';
import { isOne, theBug } from './duplicates/action.tsx';

export async function copyAndTell(text: string, what: string): Promise<void> {
  const isCopied = await copy(text);
  toasts.show(
    isCopied ? { text: `Copied ${what}` } : { text: 'Your browser blocked copying', isProblem: true },
  );
}

export const linkTo = (id: number): string => `${location.origin}/bugs/${id}`;

/** Also available from the list, without opening the bug. */
export const linkActions: readonly Action[] = [
  {
    id: 'copy-link',
    title: 'Copy link',
    group: 'Bug',
    icon: 'link',
    when: isOne,
    run: (now) => void copyAndTell(linkTo(theBug(now) ?? 0), `link to #${theBug(now)}`),
  },
  {
    id: 'open-page',
    title: 'Open full page',
    group: 'Bug',
    icon: 'expand',
    when: (now) => now.page === 'inbox' && isOne(now),
    run: (now) => now.go.full(theBug(now) ?? 0),
  },
];
