import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface Props {
  title: string;
  /** What it is for, in a sentence or two. */
  about?: ReactNode;
  children: ReactNode;
  /** What is done here cannot be taken back. */
  isDanger?: boolean;
}

/** One subject of a page: what it is for on the left, what can be done on the right. */
export function Section({ title, about, children, isDanger = false }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id} data-danger={isDanger || undefined}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        {about && <p>{about}</p>}
      </div>
      <div className={styles.content}>{children}</div>
    </section>
  );
}
