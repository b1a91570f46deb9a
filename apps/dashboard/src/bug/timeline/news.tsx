import { useEffect, useState } from 'react';
import { visibleText } from '../../components/visible-text.ts';
import { useStore } from '../../store/react.ts';
import styles from './timeline.module.css';
import { wordsFor } from './words.ts';

/** Announces changes by other users to screen readers. */
export function News({ bugId }: { bugId: number }) {
  const store = useStore();
  const [text, setText] = useState('');
  useEffect(
    () =>
      store.onEvents((events) => {
        const last = events.findLast((event) => event.bug_id === bugId);
        if (!last || store.lastChange(bugId)?.isOwn) return;
        const words = last.kind === 'commented' ? ['commented'] : wordsFor({ ...last, id: last.activity_id });
        const said = words.map((word) =>
          typeof word === 'string' ? word : 'bug' in word ? `#${word.bug}` : word.strong,
        );
        setText(visibleText(`${last.actor?.name ?? 'Someone'} ${said.join('')}`));
      }),
    [store, bugId],
  );
  return (
    <p role="status" className={styles.unseen}>
      {text}
    </p>
  );
}
