import { Link } from '../../components/link.tsx';
import { filterKey, withoutSort } from '../../store/filter.ts';
import type { BugFilter, Count } from '../../store/types.ts';
import type { Address } from '../filter/address.ts';
import { countWords } from '../filter/count-words.ts';
import { placeOf } from '../filter/place.ts';
import { useInbox } from '../inbox-context.ts';
import styles from './nav-item.module.css';

interface Props {
  filter: BugFilter;
  /** The link's location, if it is not that of the filter. */
  place?: Address;
  count: Count | undefined;
  icon: React.ReactNode;
  children: React.ReactNode;
}

const keyOf = (filter: BugFilter) => filterKey(withoutSort(filter));

/** Sidebar link to a filter. It is current if the list has the same filter. */
export function NavItem({ filter, place, count, icon, children }: Props) {
  const { filter: current, page, catalogue } = useInbox();
  const isCurrent = page === 'inbox' && current !== null && keyOf(current) === keyOf(filter);
  return (
    <Link
      to="/"
      search={place ?? placeOf(filter, catalogue)}
      className={styles.item}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.name}>{children}</span>
      {count && count.total > 0 && <span className={styles.count}>{countWords(count)}</span>}
    </Link>
  );
}
