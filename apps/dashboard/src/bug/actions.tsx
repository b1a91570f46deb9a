import type { Action } from '../actions/action.ts';
import { overlay } from '../actions/overlay.tsx';
import { toasts } from '../components/toasts.ts';
import { factsOf } from './assistant/facts.ts';
import { forAssistant } from './assistant/markdown.ts';
import { copy } from './copy.ts';
import { isOne, theBug } from './duplicates/action.tsx';
import { MoreMenu } from './more-menu.tsx';

async function copyAndTell(text: string, what: string): Promise<void> {
  const isCopied = await copy(text);
  toasts.show(
    isCopied
      ? { text: `Copied ${what}` }
      : { text: 'The browser does not allow copying here', isProblem: true },
  );
}

const linkTo = (id: number): string => `${location.origin}/bugs/${id}`;

/** What can be done with the bug that is open, apart from triage. */
export const bugActions: readonly Action[] = [
  {
    id: 'comment',
    title: 'Write a comment',
    group: 'Bug',
    icon: 'comment',
    keys: ['c'],
    when: (now) => now.openBug !== null,
    run: () => document.querySelector<HTMLElement>('[data-comment-form] textarea')?.focus(),
  },
  {
    id: 'edit-title',
    title: 'Edit the title',
    group: 'Bug',
    icon: 'pencil',
    keys: ['t'],
    when: (now) => now.openBug !== null,
    run: () => document.querySelector<HTMLElement>('[data-edit-title]')?.click(),
  },
  {
    id: 'copy-for-assistant',
    title: 'Copy for an assistant',
    group: 'Bug',
    icon: 'assistant',
    when: isOne,
    run: (now) => {
      const bug = now.store.detail(theBug(now) ?? 0);
      if (!bug) return;
      const facts = factsOf(bug, now.catalogue.projects, linkTo(bug.id));
      void copyAndTell(forAssistant(facts), `#${bug.id} as Markdown`);
    },
  },
  {
    id: 'copy-link',
    title: 'Copy the link',
    group: 'Bug',
    icon: 'link',
    when: isOne,
    run: (now) => void copyAndTell(linkTo(theBug(now) ?? 0), `the link to #${theBug(now)}`),
  },
  {
    id: 'open-page',
    title: 'Open as a page',
    group: 'Bug',
    icon: 'expand',
    when: (now) => now.page === 'inbox' && isOne(now),
    run: (now) => now.go.full(theBug(now) ?? 0),
  },
  {
    id: 'more',
    title: 'More for this bug…',
    group: 'Bug',
    icon: 'dots',
    when: isOne,
    run: (now, from) => overlay.open(<MoreMenu now={now} anchor={from} />),
    isHidden: true,
  },
];
