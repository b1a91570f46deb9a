import { type ReactNode, useId } from 'react';
import { Link } from '../../components/link.tsx';
import type { Address } from '../../inbox/filter/address.ts';
import styles from './counts.module.css';

interface Line {
  key: string;
  mark: ReactNode;
  name: ReactNode;
  count: number;
  to: Address;
}

/** Counts with bars; each links to its list. */
export function Counts({ title, lines }: { title: string; lines: Line[] }) {
  const id = useId();
  const most = Math.max(1, ...lines.map(({ count }) => count));
  return (
    <section className={styles.counts} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lines.length === 0 && <p>No data yet</p>}
      <ul>
        {lines.map(({ key, mark, name, count, to }) => (
          <li key={key}>
            <Link to="/" search={to}>
              {mark}
              <span className={styles.name}>{name}</span>
              <span className={styles.count}>{count.toLocaleString('en')}</span>
              <span
                className={styles.bar}
                style={{ '--part': count / most } as React.CSSProperties}
                aria-hidden="true"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
