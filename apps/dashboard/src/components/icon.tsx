import { lazy, Suspense } from 'react';
import { Drawn } from './drawn.tsx';
import type { LateIconName } from './late-icons.tsx';

/** The icons of the first list. All others stand in `late-icons.tsx`. */
const paths = {
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  'chevron-down': 'm4 6 4 4 4-4',
  comment: 'M3 3h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7l-3 3v-3H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1',
  cross: 'm4 4 8 8m0-8-8 8',
  dots: 'M3 8h.01M8 8h.01M13 8h.01',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  filter: 'M2 4h12M4 8h8M6 12h4',
  inbox: 'M2 9.5h3l1 2h4l1-2h3M3.6 3h8.8L14 9.5V13H2V9.5Z',
  image:
    'M3 3h10a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M2.5 11.5 6 8l2.5 2.5L11 8l2.5 2.5M10.5 5.5h.01',
  menu: 'M2 4h12M2 8h12M2 12h12',
  person: 'M8 3.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2M3 14c.6-2.8 2.6-4 5-4s4.4 1.2 5 4',
  pin: 'M9.5 2 14 6.5 10.5 8 8 12.5 3.5 8 8 5.5ZM5.5 10.5 2 14',
  plus: 'M8 3v10M3 8h10',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5 14 14',
  settings: 'M2 5h7M13 5h1M11 3v4M2 11h1M7 11h7M5 9v4',
  sort: 'M5 3v10M2 10l3 3 3-3M9 4h5M9 8h4M9 12h2',
  stats: 'M2 13V9M6 13V4M10 13V7M14 13V2',
  warning: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3M8 11.5h.01',
};

export type IconName = keyof typeof paths | LateIconName;

/** Without them everything can still be read. */
const LateIcon = lazy(() =>
  import('./late-icons.tsx').then(
    ({ LateIcon }) => ({ default: LateIcon }),
    () => ({ default: () => <Drawn /> }),
  ),
);

const isEarly = (name: IconName): name is keyof typeof paths => name in paths;

/** Decoration: what it means is said by text beside it, or by the label of what it stands in. */
export const Icon = ({ name }: { name: IconName }) =>
  isEarly(name) ? (
    <Drawn path={paths[name]} />
  ) : (
    <Suspense fallback={<Drawn />}>
      <LateIcon name={name} />
    </Suspense>
  );
