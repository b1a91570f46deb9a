import type { ReactNode } from 'react';
import styles from './rows.module.css';

interface RowsProps {
  label: string;
  /** Stands there while there are none. */
  empty: ReactNode;
  children: ReactNode[];
}

/** A list of things, each with what can be done about it. */
export const Rows = ({ label, empty, children }: RowsProps) =>
  children.length === 0 ? (
    <p className={styles.empty}>{empty}</p>
  ) : (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );

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
