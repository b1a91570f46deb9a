import { useEffect, useMemo } from 'react';
import { Link } from '../../components/link.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { Text } from '../../components/text.tsx';
import { Time } from '../../components/time.tsx';
import { useBugItem, useListWindow } from '../../store/react.ts';
import { BugLink } from '../bug-link.tsx';
import styles from './duplicates.module.css';

interface Props {
  of: number;
  onOpen(id: number): void;
}

/** Maximum number shown here; the list view shows all of them. */
const most = 20;

/** Duplicates of a bug, with live updates. */
export function DuplicateList({ of, onOpen }: Props) {
  const filter = useMemo(() => ({ duplicate_of_id: of }), [of]);
  const list = useListWindow(filter);
  useEffect(() => list.ensure(0, most), [list]);
  const ids = Array.from({ length: Math.min(most, list.length) }, (_, nth) => list.idAt(nth));
  return (
    <ul className={styles.list}>
      {ids.map((id) => id !== undefined && <Row key={id} id={id} onOpen={onOpen} />)}
      {list.total > most && (
        <li>
          <Link to="/" search={{ duplicate_of_id: of, status: 'any' }} className={styles.row}>
            All {list.total.toLocaleString('en')} in the list
          </Link>
        </li>
      )}
    </ul>
  );
}

function Row({ id, onOpen }: { id: number; onOpen(id: number): void }) {
  const item = useBugItem(id);
  if (!item) return null;
  return (
    <li>
      <BugLink id={id} onOpen={onOpen} className={styles.row}>
        <StatusIcon status={item.status} />
        <span className={styles.id}>{id}</span>
        <span className={styles.title}>
          <Text>{item.title}</Text>
        </span>
        <Time at={item.created_at} />
      </BugLink>
    </li>
  );
}
