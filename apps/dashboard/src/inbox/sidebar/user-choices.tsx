import { useSyncExternalStore } from 'react';
import { openHelp } from '../../actions/help/open.tsx';
import { singleKeys } from '../../actions/keys.ts';
import { overlay } from '../../actions/overlay.tsx';
import { pageActions } from '../../actions/pages.ts';
import { signOut } from '../../actions/sign-out.tsx';
import { theme } from '../../actions/theme.ts';
import { Icon } from '../../components/icon.tsx';
import { Picker } from '../../components/picker.tsx';
import { useInbox } from '../inbox-context.ts';

const themes = { automatic: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' };

/** Account pages, shared with the command palette. */
const ownPages = pageActions.filter(({ id }) => ['me', 'mcp', 'operator'].includes(id));

export function UserChoices({ anchor }: { anchor: Element }) {
  const { catalogue, actionContext } = useInbox();
  const pages = ownPages.filter(({ when }) => when?.(actionContext()) ?? true);
  const current = useSyncExternalStore(theme.subscribe, theme.get);
  const keys = useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
  const ways: Record<string, () => void> = {
    keys: () => singleKeys.set(keys === 'on' ? 'off' : 'on'),
    help: openHelp,
    docs: () => location.assign('/docs'),
    out: signOut,
  };
  return (
    <Picker
      label={catalogue.me.email || 'Account'}
      anchor={anchor}
      close={overlay.close}
      choices={[
        ...pages.map(({ id, title, icon }) => ({
          value: id,
          label: title,
          icon: icon && <Icon name={icon} />,
          holds: 'none' as const,
        })),
        ...Object.entries(themes).map(([value, label]) => ({
          value,
          label,
          icon: <Icon name="settings" />,
          holds: value === current ? ('all' as const) : ('none' as const),
        })),
        {
          value: 'keys',
          label: 'Single-key shortcuts',
          icon: <Icon name="keyboard" />,
          holds: keys === 'on' ? 'all' : 'none',
        },
        { value: 'help', label: 'Keyboard shortcuts', icon: <Icon name="keyboard" />, holds: 'none' },
        { value: 'docs', label: 'API documentation', icon: <Icon name="external" />, holds: 'none' },
        { value: 'out', label: 'Sign out', icon: <Icon name="sign-out" />, holds: 'none' },
      ]}
      pick={(value) => {
        if (value in themes) theme.set(value as keyof typeof themes);
        else if (ways[value]) ways[value]();
        else pages.find(({ id }) => id === value)?.run(actionContext(), null);
      }}
    />
  );
}
