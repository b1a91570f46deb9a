import type { Action } from '../../actions/action.ts';
import { type ActionContext, idsOf } from '../../actions/action-context.ts';
import { later } from '../../actions/later.tsx';

const dialog = later(() => import('./dialog.tsx'));

/** The selected bug, or undefined when several are selected. */
export const theBug = (now: ActionContext): number | undefined => {
  const ids = idsOf(now.target);
  return ids.length === 1 ? ids[0] : undefined;
};

export const isOne = (now: ActionContext): boolean => theBug(now) !== undefined;

/** Also available from the list, without opening the bug. */
export const duplicateAction: Action = {
  id: 'duplicate',
  title: 'Mark as duplicate…',
  group: 'Bug',
  icon: 'duplicate',
  keys: ['m'],
  when: isOne,
  run: (now) => {
    const id = theBug(now);
    if (id !== undefined) dialog.open(({ DuplicateDialog }) => <DuplicateDialog bugId={id} />);
  },
};
