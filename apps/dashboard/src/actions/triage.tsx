import type { Anchor } from '../components/place.ts';
import { toasts } from '../components/toasts.ts';
import type { Action } from './action.ts';
import type { ActionContext } from './action-context.ts';
import { changeTarget } from './change-target.tsx';
import { menus } from './chunk.ts';

const hasTarget = (now: ActionContext) => now.target !== null;

/** Opens a picker for the target bugs, anchored to the pressed button, the selection bar or the row. */
function pick(name: 'StatusPicker' | 'SeverityPicker' | 'AssigneePicker' | 'LabelPicker', id: string) {
  return (now: ActionContext, from: Anchor | null) => {
    const { target, elements } = now;
    if (!target) return;
    const anchor = from ?? elements.anchorOf(id);
    menus.open(({ [name]: Picker }) => <Picker now={now} target={target} anchor={anchor} />);
  };
}

/** Triage actions. They apply to the full-page bug, else to the selection, else to the bug under the cursor. */
export const triageActions: readonly Action[] = [
  {
    id: 'resolve',
    title: 'Resolve',
    group: 'Triage',
    icon: 'check',
    keys: ['e'],
    when: hasTarget,
    run: (now) => now.target && changeTarget(now, now.target, { status: 'resolved' }, true),
  },
  {
    id: 'status',
    title: 'Set status…',
    group: 'Triage',
    icon: 'status',
    keys: ['s'],
    when: hasTarget,
    run: pick('StatusPicker', 'status'),
  },
  {
    id: 'severity',
    title: 'Set severity…',
    group: 'Triage',
    icon: 'severity',
    keys: ['p'],
    when: hasTarget,
    run: pick('SeverityPicker', 'severity'),
  },
  {
    id: 'assign',
    title: 'Assign…',
    group: 'Triage',
    icon: 'person',
    keys: ['a'],
    when: hasTarget,
    run: pick('AssigneePicker', 'assign'),
  },
  {
    id: 'assign-to-me',
    title: 'Assign to me',
    group: 'Triage',
    icon: 'person',
    when: hasTarget,
    run: (now) => now.target && changeTarget(now, now.target, { assignee: now.catalogue.me }, false),
  },
  {
    id: 'label',
    title: 'Labels…',
    group: 'Triage',
    icon: 'label',
    keys: ['l'],
    when: hasTarget,
    run: pick('LabelPicker', 'label'),
  },
  {
    id: 'spam',
    title: 'Mark as spam',
    group: 'Triage',
    icon: 'spam',
    keys: ['!'],
    when: hasTarget,
    run: (now) => now.target && changeTarget(now, now.target, { status: 'spam' }, true),
  },
  {
    id: 'delete',
    title: 'Delete…',
    group: 'Triage',
    icon: 'trash',
    when: hasTarget,
    run: (now) => now.target && changeTarget(now, now.target, { delete: true }, true),
  },
  {
    id: 'undo',
    title: 'Undo last change',
    group: 'Triage',
    icon: 'undo',
    keys: ['z'],
    isOffered: ({ store }) => store.canUndo(),
    run: ({ store }) => store.undo() || toasts.show({ text: 'Nothing to undo' }),
  },
];
