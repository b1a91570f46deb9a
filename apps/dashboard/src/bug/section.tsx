import { createContext, type ReactNode, useContext, useId } from 'react';
import styles from './section.module.css';

/** Heading level below the bug title, which is h1 on its own page and h2 beside the list. */
export const SectionHeading = createContext<'h2' | 'h3'>('h3');

interface Props {
  title: string;
  /** Secondary text beside the title. */
  note?: string | undefined;
  actions?: ReactNode;
  children: ReactNode;
}

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
