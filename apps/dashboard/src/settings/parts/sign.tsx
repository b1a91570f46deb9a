import type { ReactNode } from 'react';
import styles from './sign.module.css';

interface Props {
  kind: 'good' | 'bad' | 'waiting' | 'plain';
  children: ReactNode;
}

/** How something is, in a word; the dot only says it faster. */
export const Sign = ({ kind, children }: Props) => (
  <span className={`${styles.sign} ${styles[kind]}`}>{children}</span>
);
