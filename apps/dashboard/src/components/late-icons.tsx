import { Drawn } from './drawn.tsx';

/** Every icon that is seen in menus, dialogs, doors and bugs only: they come after the first list. */
const paths = {
  'arrow-left': 'M13 8H3m4-4L3 8l4 4',
  'arrow-right': 'M3 8h10M9 4l4 4-4 4',
  assistant: 'M8 2v2M4 4h8a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2M6 8v1M10 8v1',
  check: 'm3 8.5 3.5 3.5L13 5',
  'chevron-left': 'm10 4-4 4 4 4',
  'chevron-right': 'm6 4 4 4-4 4',
  'chevron-up': 'm4 10 4-4 4 4',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 5v3l2 2',
  copy: 'M6 6V3a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-3M3 6h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1',
  duplicate: 'M5 3h5l3 3v7M3 6h4.5L10 8.5V14H3Z',
  external: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11 9v4H3V5h4',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  'eye-off':
    'M2.5 2.5l11 11M6.3 3.8A7 7 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-2 2.5M10 11.8a6 6 0 0 1-2 .7C4 12.5 1.5 8 1.5 8A12 12 0 0 1 4 5',
  expand: 'M9.5 2.5h4v4M13.5 2.5l-4.5 4.5M6.5 13.5h-4v-4M2.5 13.5 7 9',
  keyboard:
    'M2.5 4h11a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1M4.5 6.5h.01M8 6.5h.01M11.5 6.5h.01M5 9.5h6',
  label: 'M2 7.5V3a1 1 0 0 1 1-1h4.5L14 8.5 8.5 14ZM5 5h.01',
  link: 'M7 9a2.5 2.5 0 0 0 3.5 0l2.5-2.5A2.5 2.5 0 0 0 9.5 3l-1 1M9 7a2.5 2.5 0 0 0-3.5 0L3 9.5A2.5 2.5 0 0 0 6.5 13l1-1',
  mail: 'M3 3.5h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1M2.5 5 8 9l5.5-4',
  pencil: 'M10.5 3.5 12.5 5.5 5.5 12.5 3 13l.5-2.5ZM9 5l2 2',
  severity: 'M3.5 13V9.5M8 13V6M12.5 13V3',
  'sign-out': 'M6 2.5H3a.5.5 0 0 0-.5.5v10a.5.5 0 0 0 .5.5h3M7 8h7M11 5l3 3-3 3',
  spam: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5ZM8 5v3.5M8 11h.01',
  status: 'M8 2.4a5.6 5.6 0 1 0 0 11.2A5.6 5.6 0 0 0 8 2.4',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.6 9.5h6.8L12 4M6.8 6.5v4.5M9.2 6.5v4.5',
  undo: 'M5 3 2.5 5.5 5 8M3 5.5h6.5a4 4 0 0 1 0 8H6',
};

export type LateIconName = keyof typeof paths;

export const LateIcon = ({ name }: { name: LateIconName }) => <Drawn path={paths[name]} />;
