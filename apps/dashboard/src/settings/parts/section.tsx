import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface Props {
  title: string;
  /** Description, one or two sentences. */
  about?: ReactNode;
  children: ReactNode;
  /** Contains destructive actions. */
  isDanger?: boolean;
}

/** Settings section: title and description on the left, content on the right. */
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
