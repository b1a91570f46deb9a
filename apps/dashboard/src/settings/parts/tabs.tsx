import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Link } from '../../components/link.tsx';
import styles from './page.module.css';

/** The pages about one thing. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
);

/** A way to one of them, marked when it is the one that is shown. */
export function Tab({ to, children }: { to: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <Link to={to} className={styles.tab} aria-current={pathname === to ? 'page' : undefined}>
      {children}
    </Link>
  );
}
