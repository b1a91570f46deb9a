import { useEffect } from 'react';
import { useActions } from '../actions/registry.ts';
import { useSession } from '../session/react.ts';
import { recentBugs } from '../session/recent-bugs.ts';
import { useBug, useStore } from '../store/react.ts';
import { bugActions } from './actions.tsx';
import { BugBody } from './body.tsx';
import { Composer } from './comments/composer.tsx';
import { BugHeader } from './header.tsx';
import { BugLoading } from './loading.tsx';
import styles from './panel.module.css';
import { BugMissing, BugTrouble } from './states.tsx';
import { Toolbar } from './toolbar.tsx';

interface Props {
  id: number;
  /** Full page instead of a panel beside the list. */
  isPage?: boolean;
  onClose(): void;
}

/** A bug with all its content and actions. */
export function BugPanel({ id, isPage = false, onClose }: Props) {
  const store = useStore();
  const session = useSession();
  const { bug, isGone, problem } = useBug(id);
  useActions(bugActions);
  const userId = 'userId' in session ? session.userId : 0;
  const title = bug?.title;
  useEffect(() => {
    if (title !== undefined) recentBugs.add(userId, { id, title });
  }, [userId, id, title]);

  return (
    <article className={isPage ? styles.page : styles.panel} aria-label={`Bug ${id}`} data-bug-panel={id}>
      <BugHeader id={id} bug={bug} isPage={isPage} onClose={onClose} />
      {isGone ? (
        <BugMissing id={id} onClose={onClose} />
      ) : bug ? (
        // The key resets drafts, expanded content and zoom when the bug changes.
        <div className={styles.content} key={id}>
          <BugBody bug={bug} isPage={isPage} />
          <footer className={styles.footer}>
            <div className={styles.write}>
              <Composer bugId={id} userId={userId} />
              <Toolbar bug={bug} />
            </div>
          </footer>
        </div>
      ) : problem ? (
        <BugTrouble problem={problem} onRetry={() => store.openDetail(id)} />
      ) : (
        <BugLoading />
      )}
    </article>
  );
}
