import { useEffect } from 'react';
import { Button } from '../../components/button.tsx';
import styles from './pager.module.css';
import { pageSize } from './queries.ts';

interface Props {
  offset: number;
  total: number;
  onOffset: (offset: number) => void;
}

/** Links to the previous and next page. Hidden when everything fits on one page. */
export function Pager({ offset, total, onOffset }: Props) {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1) * pageSize;
  useEffect(() => {
    // The current page no longer exists: go to the last one instead of showing an empty list.
    if (offset > last) onOffset(last);
  }, [offset, last, onOffset]);
  if (total <= pageSize) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - pageSize))}>
        Previous
      </Button>
      <span role="status">
        {offset + 1} to {Math.min(offset + pageSize, total)} of {total.toLocaleString('en')}
      </span>
      <Button disabled={offset + pageSize >= total} onClick={() => onOffset(offset + pageSize)}>
        Next
      </Button>
    </nav>
  );
}
