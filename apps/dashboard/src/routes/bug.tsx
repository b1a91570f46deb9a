import { BugPanel } from '../bug/panel.tsx';
import { useInbox } from '../inbox/inbox-context.ts';
import styles from './bug.module.css';

/** One bug as a page of its own: what mails link to. */
export function BugPage() {
  const { openBug, go } = useInbox();
  return (
    <main className={styles.page}>
      <BugPanel key={openBug} id={openBug ?? 0} isPage onClose={go.list} />
    </main>
  );
}
