import { showNew } from '../inbox/list/show-new.ts';
import type { Action } from './action.ts';
import type { ActionContext } from './action-context.ts';

const inList = (now: ActionContext) => now.page === 'inbox' && (now.listSelection.window?.length ?? 0) > 0;
const hasSelection = (now: ActionContext) => now.listSelection.selectionSize > 0;

/** Moves the cursor. The open panel follows once the cursor rests. */
function step(by: number) {
  return (now: ActionContext) => {
    now.listSelection.step(by);
  };
}

/** Opens the previous or next bug. */
function turn(by: number) {
  return (now: ActionContext) => {
    if (now.openBug !== null && now.listSelection.cursor === null) now.listSelection.moveTo(now.openBug);
    now.listSelection.step(by);
    const { cursor } = now.listSelection;
    if (cursor === null || cursor === now.openBug) return;
    if (now.page === 'bug') now.go.full(cursor, 'replace');
    else now.go.beside(cursor, 'replace');
  };
}

/** Navigation and selection in the list. */
export const listActions: readonly Action[] = [
  {
    id: 'next',
    title: 'Next bug',
    group: 'List',
    keys: ['j'],
    isRepeated: true,
    when: inList,
    run: step(1),
    isHidden: true,
  },
  {
    id: 'previous',
    title: 'Previous bug',
    group: 'List',
    keys: ['k'],
    isRepeated: true,
    when: inList,
    run: step(-1),
    isHidden: true,
  },
  {
    id: 'open',
    title: 'Open bug, then full page',
    group: 'List',
    keys: ['Enter'],
    when: (now) => inList(now) && now.listSelection.cursor !== null,
    run: ({ listSelection, openBug, go }) => {
      if (listSelection.cursor === null) return;
      if (openBug === listSelection.cursor) go.full(listSelection.cursor);
      else go.beside(listSelection.cursor);
    },
    isHidden: true,
  },
  {
    id: 'turn-back',
    title: 'Open previous bug',
    group: 'List',
    keys: ['['],
    isRepeated: true,
    when: (now) => now.openBug !== null && now.listSelection.window !== null,
    run: turn(-1),
    isHidden: true,
  },
  {
    id: 'turn-on',
    title: 'Open next bug',
    group: 'List',
    keys: [']'],
    isRepeated: true,
    when: (now) => now.openBug !== null && now.listSelection.window !== null,
    run: turn(1),
    isHidden: true,
  },
  {
    id: 'show-new',
    title: 'Show new reports',
    group: 'List',
    icon: 'arrow-up',
    when: (now) => inList(now) && (now.listSelection.window?.newCount ?? 0) > 0,
    run: ({ listSelection, elements }) => showNew(listSelection.window, elements),
  },
  {
    id: 'select',
    title: 'Select',
    group: 'Selection',
    icon: 'check',
    keys: ['x'],
    when: (now) => inList(now) && now.listSelection.cursor !== null,
    run: ({ listSelection }) => listSelection.cursor !== null && listSelection.toggle(listSelection.cursor),
    isHidden: true,
  },
  {
    id: 'extend-down',
    title: 'Extend selection down',
    group: 'Selection',
    keys: ['J'],
    isRepeated: true,
    when: inList,
    run: ({ listSelection }) => listSelection.extend(1),
    isHidden: true,
  },
  {
    id: 'extend-up',
    title: 'Extend selection up',
    group: 'Selection',
    keys: ['K'],
    isRepeated: true,
    when: inList,
    run: ({ listSelection }) => listSelection.extend(-1),
    isHidden: true,
  },
  {
    id: 'select-here',
    title: 'Select all loaded bugs',
    group: 'Selection',
    icon: 'check',
    keys: ['mod+a'],
    when: inList,
    run: ({ listSelection }) => listSelection.selectLoaded(),
  },
  {
    id: 'select-matching',
    title: 'Select all matching bugs',
    group: 'Selection',
    icon: 'check',
    when: (now) => inList(now) && now.listSelection.matching !== null,
    run: ({ listSelection }) => listSelection.selectMatching(),
  },
  {
    id: 'clear-selection',
    title: 'Clear selection',
    group: 'Selection',
    icon: 'cross',
    when: hasSelection,
    run: ({ listSelection }) => listSelection.clear(),
  },
];
