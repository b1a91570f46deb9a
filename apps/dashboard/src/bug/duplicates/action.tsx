import type { Action } from '../../actions/action.ts';
import { later } from '../../actions/later.tsx';
import { idsOf, type Situation } from '../../actions/situation.ts';

const dialog = later(() => import('./dialog.tsx'));

/** The one bug that is acted on, or none when they are several. */
export const theBug = (now: Situation): number | undefined => {
  const ids = idsOf(now.target);
  return ids.length === 1 ? ids[0] : undefined;
};

export const isOne = (now: Situation): boolean => theBug(now) !== undefined;

/** Offered wherever there are bugs, also where none is open. */
export const duplicateAction: Action = {
  id: 'duplicate',
  title: 'Mark as a duplicate…',
  group: 'Bug',
  icon: 'duplicate',
  keys: ['m'],
  when: isOne,
  run: (now) => {
    const id = theBug(now);
    if (id !== undefined) dialog.open(({ DuplicateDialog }) => <DuplicateDialog bugId={id} />);
  },
};
