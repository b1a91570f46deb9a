import type { IconName } from '../components/icon.tsx';
import type { Anchor } from '../components/place.ts';
import type { ActionContext } from './action-context.ts';

export type Group = 'Triage' | 'List' | 'Selection' | 'Bug' | 'Go to' | 'Help and settings';

/** An action. Menus, the command palette, shortcuts and the help share this definition. */
export interface Action {
  id: string;
  title: string;
  group: Group;
  /** Extra search terms for the palette. */
  words?: string;
  icon?: IconName;
  /** Shortcuts: `j`, `g i`, `mod+k` for ⌘K or Ctrl-K. The first one is shown. */
  keys?: readonly string[];
  /** Repeats while the key is held. Triage actions must not repeat, because they would run through the whole list. */
  isRepeated?: true;
  /** Whether the action is available. Always, when absent. */
  when?(now: ActionContext): boolean;
  /** `from` is the anchor for menus: a button, a row or a pointer position. */
  run(now: ActionContext, from: Anchor | null): unknown;
  /** Whether the palette lists it. Its shortcut works anyway and explains why it does nothing. */
  isOffered?(now: ActionContext): boolean;
  /** Hidden from the palette, such as moving to the next row. */
  isHidden?: true;
}
