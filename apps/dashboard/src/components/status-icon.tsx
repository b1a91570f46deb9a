import type { Status } from '@skep/vocabulary';
import type { ReactNode } from 'react';
import styles from './signs.module.css';
import { statusNames } from './words.ts';

const ring = <circle cx="8" cy="8" r="5.6" className={styles.line} />;
const disc = <circle cx="8" cy="8" r="6.4" className={styles.fill} />;

/** Each status has its own shape, because color alone is not accessible. */
const shapes: Record<Status, ReactNode> = {
  open: ring,
  in_progress: (
    <>
      {ring}
      <path d="M8 5a3 3 0 0 1 0 6Z" className={styles.fill} />
    </>
  ),
  resolved: (
    <>
      {disc}
      <path d="m5.2 8.2 2 2 3.6-4" className={styles.cut} />
    </>
  ),
  closed: (
    <>
      {disc}
      <path d="M5.3 8h5.4" className={styles.cut} />
    </>
  ),
  wont_fix: (
    <>
      {ring}
      <path d="m4.4 11.6 7.2-7.2" className={styles.line} />
    </>
  ),
  spam: (
    <>
      {disc}
      <path d="m6 6 4 4m0-4-4 4" className={styles.cut} />
    </>
  ),
};

export function StatusIcon({ status }: { status: Status }) {
  return (
    <svg viewBox="0 0 16 16" className={`${styles.sign} ${styles[status]}`} role="img">
      <title>{statusNames[status]}</title>
      {shapes[status]}
    </svg>
  );
}
