import { Icon } from '../components/icon.tsx';
import { Picker } from '../components/picker.tsx';
import type { Anchor } from '../components/place.ts';
import type { Action } from './action.ts';
import { type ActionContext, nameOf } from './action-context.ts';
import { keyWords } from './key-words.ts';
import { overlay } from './overlay.tsx';

interface Props {
  now: ActionContext;
  actions: readonly Action[];
  anchor: Anchor | null;
}

/** A menu of actions. Their submenus open at the same anchor. */
export function ActionMenu({ now, actions, anchor }: Props) {
  return (
    <Picker
      label={now.target ? `Actions for ${nameOf(now.target)}` : 'Actions'}
      anchor={anchor}
      close={overlay.close}
      isText
      choices={actions.map(({ id, title, icon, keys }) => ({
        value: id,
        label: title,
        ...(icon ? { icon: <Icon name={icon} /> } : {}),
        ...(keys?.[0] ? { keys: keyWords(keys[0]) } : {}),
      }))}
      pick={(value) => actions.find(({ id }) => id === value)?.run(now, anchor)}
    />
  );
}
