import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import styles from './rows.module.css';

interface RowsProps {
  label: string;
  /** Stands there while there are none. */
  empty: ReactNode;
  children: ReactNode[];
  /** For a list that comes piece by piece, of which nothing is cut. */
  further?: Further;
}

export interface Further {
  /** Whether there are some that have not come yet. */
  isThere: boolean;
  /** What the button says that fetches them, and what stands beside it. */
  label: string;
  about: ReactNode;
  isBusy: boolean;
  /** Answers whether they have come. */
  fetch: () => Promise<boolean>;
}

/** A list that is longer than this is cut to the other number, so that what stands below it is within reach. */
const [longest, shownOfLonger] = [30, 25];

/** A list of things, each with what can be done about it. */
export function Rows({ label, empty, children, further }: RowsProps) {
  const [isWhole, setWhole] = useState(false);
  /** The first of those that were asked for. */
  const [next, setNext] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The button that was pressed is gone, or further down: one goes on with what it has brought.
    if (next !== undefined) list.current?.children[next]?.querySelector<HTMLElement>('a, button')?.focus();
  }, [next]);
  if (children.length === 0) return <p className={styles.empty}>{empty}</p>;
  const isCut = !isWhole && !further && children.length > longest;
  const showAll = () => {
    setWhole(true);
    setNext(shownOfLonger);
  };
  const fetchFurther = async () => {
    if (await further?.fetch()) setNext(children.length);
  };
  return (
    <>
      <ul ref={list} className={styles.rows} aria-label={label}>
        {isCut ? children.slice(0, shownOfLonger) : children}
      </ul>
      {isCut && (
        <div>
          <Button onClick={showAll}>Show all {children.length.toLocaleString('en')}</Button>
        </div>
      )}
      {further?.isThere && (
        <div className={styles.further}>
          <Button onClick={fetchFurther} isBusy={further.isBusy}>
            {further.label}
          </Button>
          <span>{further.about}</span>
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
