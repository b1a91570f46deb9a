import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import styles from './rows.module.css';

interface RowsProps {
  label: string;
  /** Empty state. */
  empty: ReactNode;
  children: ReactNode[];
  /** For a paginated list, which is never truncated. */
  further?: Further;
}

export interface Further {
  /** Whether more pages exist. */
  isThere: boolean;
  /** Button label and the text beside it. */
  label: string;
  about: ReactNode;
  isBusy: boolean;
  /** Resolves to whether the page was loaded. */
  fetch: () => Promise<boolean>;
}

/** Lists longer than the first number are truncated to the second, so that the content below stays in reach. */
const [longest, shownOfLonger] = [30, 25];

/** A list of items with actions. */
export function Rows({ label, empty, children, further }: RowsProps) {
  const [isWhole, setWhole] = useState(false);
  /** Index of the first newly shown item. */
  const [next, setNext] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The pressed button has moved or gone, so the focus goes to the first new item.
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
  /** Secondary text below the title. */
  about?: ReactNode;
  /** Buttons and badges at the end of the line. */
  end?: ReactNode;
  /** Expanded content below the line. */
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
