import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import styles from './rows.module.css';

interface RowsProps {
  label: string;
  /** Stands there while there are none. */
  empty: ReactNode;
  children: ReactNode[];
}

/** A list that is longer than this is cut to the other number, so that what stands below it is within reach. */
const [longest, shownOfLonger] = [30, 25];

/** A list of things, each with what can be done about it. */
export function Rows({ label, empty, children }: RowsProps) {
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that was pressed is gone: one goes on with what it has brought.
    const next = isWhole && list.current?.children[shownOfLonger]?.querySelector<HTMLElement>('a, button');
    if (next) next.focus();
  }, [isWhole]);
  if (children.length === 0) return <p className={styles.empty}>{empty}</p>;
  const isCut = !isWhole && children.length > longest;
  return (
    <>
      <ul ref={list} className={styles.rows} aria-label={label}>
        {isCut ? children.slice(0, shownOfLonger) : children}
      </ul>
      {isCut && (
        <div>
          <Button onClick={() => setWhole(true)}>Show all {children.length.toLocaleString('en')}</Button>
        </div>
      )}
    </>
  );
}

interface RowProps {
  mark?: ReactNode;
  title: ReactNode;
  /** Said below the title, in a quieter voice. */
  about?: ReactNode;
  /** Buttons and signs at the end of the line. */
  end?: ReactNode;
  /** What opens below the line. */
  children?: ReactNode;
}

export const Row = ({ mark, title, about, end, children }: RowProps) => (
  <li className={styles.row}>
    <div className={styles.line}>
      {mark && <span className={styles.mark}>{mark}</span>}
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {about && <div className={styles.about}>{about}</div>}
      </div>
      {end && <div className={styles.end}>{end}</div>}
    </div>
    {children}
  </li>
);
