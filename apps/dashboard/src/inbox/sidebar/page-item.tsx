import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import styles from './nav-item.module.css';

interface Props extends ComponentProps<'a'> {
  icon: ReactNode;
}

/** A way to a page that lists no bugs. The router marks the current one. */
export const PageItem = createLink(({ icon, children, ...rest }: Props) => (
  <a {...rest} className={styles.item}>
    <span className={styles.icon}>{icon}</span>
    <span className={styles.name}>{children}</span>
  </a>
));
