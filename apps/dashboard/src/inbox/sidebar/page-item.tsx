import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Link } from '../../components/link.tsx';
import styles from './nav-item.module.css';

interface Props {
  /** Paths at which the link is current. It leads to the first one. */
  paths: readonly [string, ...string[]];
  icon: ReactNode;
  children: ReactNode;
}

/** Sidebar link to a page outside the inbox. */
export function PageItem({ paths, icon, children }: Props) {
  const { pathname } = useLocation();
  return (
    <Link to={paths[0]} className={styles.item} aria-current={paths.includes(pathname) ? 'page' : undefined}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.name}>{children}</span>
    </Link>
  );
}
