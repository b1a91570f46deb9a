import { createContext, type ReactNode, useContext, useId } from 'react';
import styles from './section.module.css';

/** One level below the title of the bug, which is the first heading of a page, and the second beside the list. */
export const SectionHeading = createContext<'h2' | 'h3'>('h3');

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
  const Heading = useContext(SectionHeading);
  return (
    <section aria-labelledby={id} className={styles.section}>
      <header className={styles.header}>
        <Heading id={id}>{title}</Heading>
        {note && <span className={styles.note}>{note}</span>}
        {actions && <span className={styles.actions}>{actions}</span>}
      </header>
      {children}
    </section>
  );
}
