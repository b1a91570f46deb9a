import { showNew } from '../inbox/list/show-new.ts';
import type { Action } from './action.ts';
import type { Situation } from './situation.ts';

const inList = (now: Situation) => now.page === 'inbox' && (now.triage.window?.length ?? 0) > 0;
const hasSelection = (now: Situation) => now.triage.selectionSize > 0;

/** Moves the cursor. The open panel follows once the cursor rests. */
function step(by: number) {
  return (now: Situation) => {
    now.triage.step(by);
  };
}

/** Opens the previous or next bug. */
function turn(by: number) {
  return (now: Situation) => {
    if (now.openBug !== null && now.triage.cursor === null) now.triage.moveTo(now.openBug);
    now.triage.step(by);
    const { cursor } = now.triage;
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
    when: (now) => inList(now) && now.triage.cursor !== null,
    run: ({ triage, openBug, go }) => {
      if (triage.cursor === null) return;
      if (openBug === triage.cursor) go.full(triage.cursor);
      else go.beside(triage.cursor);
    },
    isHidden: true,
  },
  {
    id: 'turn-back',
    title: 'Open previous bug',
    group: 'List',
    keys: ['['],
    isRepeated: true,
    when: (now) => now.openBug !== null && now.triage.window !== null,
    run: turn(-1),
    isHidden: true,
  },
  {
    id: 'turn-on',
    title: 'Open next bug',
    group: 'List',
    keys: [']'],
    isRepeated: true,
    when: (now) => now.openBug !== null && now.triage.window !== null,
    run: turn(1),
    isHidden: true,
  },
  {
    id: 'show-new',
    title: 'Show new reports',
    group: 'List',
    icon: 'arrow-up',
    when: (now) => inList(now) && (now.triage.window?.newCount ?? 0) > 0,
    run: ({ triage, elements }) => showNew(triage.window, elements),
  },
  {
    id: 'select',
    title: 'Select',
    group: 'Selection',
    icon: 'check',
    keys: ['x'],
    when: (now) => inList(now) && now.triage.cursor !== null,
    run: ({ triage }) => triage.cursor !== null && triage.toggle(triage.cursor),
    isHidden: true,
  },
  {
    id: 'extend-down',
    title: 'Extend selection down',
    group: 'Selection',
    keys: ['J'],
    isRepeated: true,
    when: inList,
    run: ({ triage }) => triage.extend(1),
    isHidden: true,
  },
  {
    id: 'extend-up',
    title: 'Extend selection up',
    group: 'Selection',
    keys: ['K'],
    isRepeated: true,
    when: inList,
    run: ({ triage }) => triage.extend(-1),
    isHidden: true,
  },
  {
    id: 'select-here',
    title: 'Select all loaded bugs',
    group: 'Selection',
    icon: 'check',
    keys: ['mod+a'],
    when: inList,
    run: ({ triage }) => triage.selectLoaded(),
  },
  {
    id: 'select-matching',
    title: 'Select all matching bugs',
    group: 'Selection',
    icon: 'check',
    when: (now) => inList(now) && now.triage.matching !== null,
    run: ({ triage }) => triage.selectMatching(),
  },
  {
    id: 'clear-selection',
    title: 'Clear selection',
    group: 'Selection',
    icon: 'cross',
    when: hasSelection,
    run: ({ triage }) => triage.clear(),
  },
];
