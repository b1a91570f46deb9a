import { useSyncExternalStore } from 'react';
import { openHelp } from '../../actions/frame.tsx';
import { singleKeys } from '../../actions/keys.ts';
import { overlay } from '../../actions/overlay.tsx';
import { theme } from '../../actions/theme.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { Picker } from '../../components/picker.tsx';
import { session } from '../../session/session.ts';
import { useInbox } from '../inbox-context.ts';
import styles from './user-menu.module.css';

/** One's own things: how it looks, which keys there are, and the way out. */
export function UserMenu() {
  const { catalogue } = useInbox();
  return (
    <button
      type="button"
      className={styles.user}
      aria-label="You and settings"
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => overlay.open(<Choices anchor={currentTarget} />)}
    >
      <Avatar person={catalogue.me} size={24} />
    </button>
  );
}

const themes = { automatic: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' };

function Choices({ anchor }: { anchor: Element }) {
  const { catalogue } = useInbox();
  const current = useSyncExternalStore(theme.subscribe, theme.get);
  const keys = useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
  const ways: Record<string, () => void> = {
    keys: () => singleKeys.set(keys === 'on' ? 'off' : 'on'),
    help: openHelp,
    docs: () => location.assign('/docs'),
    out: session.end,
  };
  return (
    <Picker
      label={catalogue.me.email || 'You'}
      anchor={anchor}
      close={overlay.close}
      choices={[
        ...Object.entries(themes).map(([value, label]) => ({
          value,
          label,
          holds: value === current ? ('all' as const) : ('none' as const),
        })),
        { value: 'keys', label: 'Single-key shortcuts', holds: keys === 'on' ? 'all' : 'none' },
        { value: 'help', label: 'All shortcuts', icon: <Icon name="keyboard" />, hint: '?' },
        { value: 'docs', label: 'API documentation', icon: <Icon name="external" /> },
        { value: 'out', label: 'Sign out', icon: <Icon name="sign-out" /> },
      ]}
      pick={(value) => {
        if (value in themes) theme.set(value as keyof typeof themes);
        else ways[value]?.();
      }}
    />
  );
}
