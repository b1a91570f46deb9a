import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

interface Props {
  title: string;
  /** Said beside the title, in a quieter voice. */
  note?: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of the bug view with a heading of its own. */
export function Section({ title, note, actions, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.header}>
        <h3 id={id}>{title}</h3>
        {note && <span className={styles.note}>{note}</span>}
        {actions && <span className={styles.actions}>{actions}</span>}
      </header>
      {children}
    </section>
  );
}
