import { exportBugs } from '../inbox/export/export.ts';
import type { Action } from './action.ts';
import { palette } from './chunk.ts';
import { openHelp } from './help/open.tsx';
import { overlay } from './overlay.tsx';
import { signOut } from './sign-out.tsx';
import { theme } from './theme.ts';

/** Global actions. */
export const frameActions: readonly Action[] = [
  {
    id: 'palette',
    title: 'Command palette',
    group: 'Help and settings',
    keys: ['mod+k'],
    run: (now) => (overlay.isOpen ? overlay.close() : palette.open(({ Palette }) => <Palette now={now} />)),
    isHidden: true,
  },
  {
    id: 'help',
    title: 'Keyboard shortcuts',
    group: 'Help and settings',
    icon: 'keyboard',
    keys: ['?'],
    run: openHelp,
  },
  {
    id: 'inbox',
    title: 'Inbox',
    group: 'Go to',
    icon: 'inbox',
    keys: ['g i'],
    run: ({ go }) => go.inbox({}),
  },
  {
    id: 'mine',
    title: 'Assigned to me',
    group: 'Go to',
    icon: 'person',
    keys: ['g a'],
    run: ({ go }) => go.inbox({ assignee_id: 'me' }),
  },
  {
    id: 'export',
    title: 'Export list as CSV',
    group: 'List',
    icon: 'download',
    when: ({ page, listSelection }) => page === 'inbox' && (listSelection.window?.length ?? 0) > 0,
    run: ({ listSelection }) => exportBugs(listSelection.filter),
  },
  {
    id: 'theme-light',
    title: 'Theme: light',
    group: 'Help and settings',
    icon: 'settings',
    run: () => theme.set('light'),
  },
  {
    id: 'theme-dark',
    title: 'Theme: dark',
    group: 'Help and settings',
    icon: 'settings',
    run: () => theme.set('dark'),
  },
  {
    id: 'theme-automatic',
    title: 'Theme: system',
    group: 'Help and settings',
    icon: 'settings',
    run: () => theme.set('automatic'),
  },
  {
    id: 'docs',
    title: 'API documentation',
    group: 'Help and settings',
    icon: 'external',
    run: () => location.assign('/docs'),
  },
  {
    id: 'sign-out',
    title: 'Sign out',
    group: 'Help and settings',
    icon: 'sign-out',
    run: signOut,
  },
];
