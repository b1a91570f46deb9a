import type { Action } from '../actions/action.ts';
import type { ActionContext } from '../actions/action-context.ts';
import { ActionMenu } from '../actions/action-menu.tsx';
import { overlay } from '../actions/overlay.tsx';
import { allActions } from '../actions/registry.ts';
import { factsOf } from './assistant/facts.ts';
import { forAssistant } from './assistant/markdown.ts';
import { isOne, theBug } from './duplicates/action.tsx';
import { copyAndTell, linkTo } from './link-actions.ts';

/** Actions in the "More" menu. */
const inMenu = [
  'comment',
  'severity',
  'duplicate',
  'copy-for-assistant',
  'copy-link',
  'open-page',
  'assign-to-me',
  'spam',
  'delete',
];

function lessOften(now: ActionContext): Action[] {
  const actions = new Map(allActions().map((action) => [action.id, action]));
  return inMenu.flatMap((id) => actions.get(id) ?? []).filter(({ when }) => when?.(now) ?? true);
}

/** Actions on one bug. Others are in `actions/triage.tsx`, `title.tsx` and `comments/composer.tsx`. */
export const bugActions: readonly Action[] = [
  {
    id: 'copy-for-assistant',
    title: 'Copy as Markdown',
    group: 'Bug',
    icon: 'assistant',
    when: (now) => isOne(now) && now.store.detail(theBug(now) ?? 0) !== undefined,
    run: (now) => {
      const bug = now.store.detail(theBug(now) ?? 0);
      if (!bug) return;
      const facts = factsOf(bug, now.catalogue.projects, linkTo(bug.id));
      void copyAndTell(forAssistant(facts), `#${bug.id} as Markdown`);
    },
  },
  {
    id: 'more',
    title: 'More actions…',
    group: 'Bug',
    icon: 'dots',
    when: isOne,
    run: (now, from) => overlay.open(<ActionMenu now={now} actions={lessOften(now)} anchor={from} />),
    isHidden: true,
  },
];
