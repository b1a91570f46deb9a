import { allActions } from '../actions/all.ts';
import { overlay } from '../actions/overlay.tsx';
import type { Situation } from '../actions/situation.ts';
import { Icon } from '../components/icon.tsx';
import { Picker } from '../components/picker.tsx';

interface Props {
  now: Situation;
  anchor: Element | null;
}

const offered = [
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

/** What is done with a bug less often. */
export function MoreMenu({ now, anchor }: Props) {
  const actions = allActions()
    .filter((action) => offered.includes(action.id) && (action.when?.(now) ?? true))
    .sort((a, b) => offered.indexOf(a.id) - offered.indexOf(b.id));
  return (
    <Picker
      label="What to do"
      anchor={anchor}
      close={() => overlay.close()}
      choices={actions.map(({ id, title, icon, keys }) => ({
        value: id,
        label: title,
        ...(icon ? { icon: <Icon name={icon} /> } : {}),
        ...(keys?.[0] ? { hint: keys[0] } : {}),
      }))}
      pick={(value) => actions.find(({ id }) => id === value)?.run(now, anchor)}
    />
  );
}
