import { useEffect } from 'react';
import { useLayer } from '../actions/layers.ts';
import { BugPanel } from '../bug/panel.tsx';
import { contentIsThere } from '../calm.ts';
import { visibleText } from '../components/visible-text.ts';
import { useInbox } from '../inbox/inbox-context.ts';
import { useBugItem } from '../store/react.ts';
import styles from './bug.module.css';

/** One bug as a page of its own: what mails link to. */
export function BugPage() {
  const { openBug, go } = useInbox();
  const id = openBug ?? 0;
  const title = useBugItem(id)?.title;
  useLayer(true, go.list);
  useEffect(contentIsThere, []);
  useEffect(() => {
    document.title = title === undefined ? `#${id} · Skep` : `#${id} ${visibleText(title)} · Skep`;
    return () => {
      document.title = 'Skep';
    };
  }, [id, title]);
  return (
    <main className={styles.page}>
      <BugPanel key={id} id={id} isPage onClose={go.list} />
    </main>
  );
}
