import { useLocation } from '@tanstack/react-router';
import { Link } from '../../components/link.tsx';
import styles from './page.module.css';

export interface TabList {
  label: string;
  items: readonly { to: string; name: string }[];
}

/** Tab navigation with the current page marked. */
export function Tabs({ label, items }: TabList) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.tabs} aria-label={label}>
      {items.map(({ to, name }) => (
        <Link key={to} to={to} className={styles.tab} aria-current={pathname === to ? 'page' : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
