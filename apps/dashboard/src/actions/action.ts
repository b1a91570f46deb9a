import type { IconName } from '../components/icon.tsx';
import type { Anchor } from '../components/place.ts';
import type { Situation } from './situation.ts';

export type Group = 'Triage' | 'List' | 'Selection' | 'Bug' | 'Go to' | 'Help and settings';

/** Something one can do. Menus, the palette, keys and the help all read it from here, so that they never disagree. */
export interface Action {
  id: string;
  title: string;
  group: Group;
  /** Further words by which the palette finds it. */
  words?: string;
  icon?: IconName;
  /** The keys that do it: `j`, `g i`, `mod+k` for ⌘K or Ctrl-K. The first one is shown. */
  keys?: readonly string[];
  /** Done again and again while its key is held. A verdict must not be: one would run through the whole list. */
  isRepeated?: true;
  /** Whether it can be done now. Always, when absent. */
  when?(now: Situation): boolean;
  /** `from` is where it was asked for, and where menus open: a button, a row, or where a pointer was. */
  run(now: Situation, from: Anchor | null): unknown;
  /** Whether the palette offers it now. Its keys work anyway, and say why not. */
  isOffered?(now: Situation): boolean;
  /** Not worth a line in the palette, such as stepping to the next row. */
  isHidden?: true;
}
