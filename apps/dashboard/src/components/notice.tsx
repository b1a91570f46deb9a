import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

interface Props {
  kind: 'problem' | 'good' | 'plain';
  children: ReactNode;
}

const icons = { problem: 'warning', good: 'check', plain: 'mail' } as const;

/** Inline notice. A problem has role="alert". */
export const Notice = ({ kind, children }: Props) => (
  <div className={`${styles.notice} ${styles[kind]}`} role={kind === 'problem' ? 'alert' : 'status'}>
    <Icon name={icons[kind]} />
    <div>{children}</div>
  </div>
);
