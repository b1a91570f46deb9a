import type { ReactNode } from 'react';
import styles from './sign.module.css';

interface Props {
  kind: 'good' | 'bad' | 'waiting' | 'plain';
  children: ReactNode;
}

/** Status badge. The color dot is decorative. */
export const Sign = ({ kind, children }: Props) => (
  <span className={`${styles.sign} ${styles[kind]}`}>{children}</span>
);
