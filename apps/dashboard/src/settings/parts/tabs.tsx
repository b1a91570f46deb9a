import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './page.module.css';

/** The pages about one thing. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={styles.tabs} aria-label={label}>
    {children}
  </nav>
);

/** A way to one of them. The router marks the one that is shown with `aria-current`. */
export const Tab = createLink((props: ComponentProps<'a'>) => <a {...props} className={styles.tab} />);
