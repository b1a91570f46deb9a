import styles from './icon.module.css';

/** Paths on a 16 × 16 grid. */
const paths = {
  'arrow-left': 'M13 8H3m4-4L3 8l4 4',
  'arrow-right': 'M3 8h10M9 4l4 4-4 4',
  'arrow-up': 'M8 13V3M4 7l4-4 4 4',
  assistant: 'M8 2v2M4 4h8a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2M6 8v1M10 8v1',
  check: 'm3 8.5 3.5 3.5L13 5',
  'chevron-down': 'm4 6 4 4 4-4',
  'chevron-left': 'm10 4-4 4 4 4',
  'chevron-right': 'm6 4 4 4-4 4',
  'chevron-up': 'm4 10 4-4 4 4',
  clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 5v3l2 2',
  comment: 'M3 3h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H7l-3 3v-3H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1',
  copy: 'M6 6V3a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-3M3 6h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1',
  cross: 'm4 4 8 8m0-8-8 8',
  dots: 'M3 8h.01M8 8h.01M13 8h.01',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  duplicate: 'M5 3h5l3 3v7M3 6h4.5L10 8.5V14H3Z',
  expand: 'M9.5 2.5h4v4M13.5 2.5l-4.5 4.5M6.5 13.5h-4v-4M2.5 13.5 7 9',
  external: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11 9v4H3V5h4',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8M8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4',
  'eye-off':
    'M2.5 2.5l11 11M6.3 3.8A7 7 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a12 12 0 0 1-2 2.5M10 11.8a6 6 0 0 1-2 .7C4 12.5 1.5 8 1.5 8A12 12 0 0 1 4 5',
  filter: 'M2 4h12M4 8h8M6 12h4',
  group: 'M2 3.5h5M5 7h9M2 10.5h5M5 14h9',
  image:
    'M3 3h10a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1M2.5 11.5 6 8l2.5 2.5L11 8l2.5 2.5M10.5 5.5h.01',
  inbox: 'M2 9.5h3l1 2h4l1-2h3M3.6 3h8.8L14 9.5V13H2V9.5Z',
  keyboard:
    'M2.5 4h11a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1M4.5 6.5h.01M8 6.5h.01M11.5 6.5h.01M5 9.5h6',
  label: 'M2 7.5V3a1 1 0 0 1 1-1h4.5L14 8.5 8.5 14ZM5 5h.01',
  link: 'M7 9a2.5 2.5 0 0 0 3.5 0l2.5-2.5A2.5 2.5 0 0 0 9.5 3l-1 1M9 7a2.5 2.5 0 0 0-3.5 0L3 9.5A2.5 2.5 0 0 0 6.5 13l1-1',
  mail: 'M3 3.5h10a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1M2.5 5 8 9l5.5-4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  pencil: 'M10.5 3.5 12.5 5.5 5.5 12.5 3 13l.5-2.5ZM9 5l2 2',
  person: 'M8 3.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2M3 14c.6-2.8 2.6-4 5-4s4.4 1.2 5 4',
  pin: 'M9.5 2 14 6.5 10.5 8 8 12.5 3.5 8 8 5.5ZM5.5 10.5 2 14',
  plus: 'M8 3v10M3 8h10',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5 14 14',
  settings: 'M2 5h7M13 5h1M11 3v4M2 11h1M7 11h7M5 9v4',
  severity: 'M3.5 13V9.5M8 13V6M12.5 13V3',
  'sign-out': 'M6 2.5H3a.5.5 0 0 0-.5.5v10a.5.5 0 0 0 .5.5h3M7 8h7M11 5l3 3-3 3',
  sort: 'M5 3v10M2 10l3 3 3-3M9 4h5M9 8h4M9 12h2',
  spam: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5ZM8 5v3.5M8 11h.01',
  stats: 'M2 13V9M6 13V4M10 13V7M14 13V2',
  status: 'M8 2.4a5.6 5.6 0 1 0 0 11.2A5.6 5.6 0 0 0 8 2.4',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.6 9.5h6.8L12 4M6.8 6.5v4.5M9.2 6.5v4.5',
  undo: 'M5 3 2.5 5.5 5 8M3 5.5h6.5a4 4 0 0 1 0 8H6',
  warning: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3M8 11.5h.01',
};

export type IconName = keyof typeof paths;

/** Decorative: the text beside it or the label of its parent gives the meaning. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 16 16" className={styles.icon} aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
