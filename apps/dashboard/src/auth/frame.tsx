import type { ReactNode } from 'react';
import { useTitle } from '../components/use-title.ts';
import styles from './frame.module.css';
import { Mark } from './mark.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** Link to a related page. */
  below?: ReactNode;
}

/** Layout of the pages outside the app: a card and a link below it. */
export function AuthPage({ title, children, below }: Props) {
  useTitle(title);
  return (
    <div className={styles.page}>
      <main className={styles.page}>
        <Mark />
        <div className={styles.card}>
          <h1>{title}</h1>
          {children}
        </div>
        {below && <p className={styles.below}>{below}</p>}
      </main>
    </div>
  );
}
