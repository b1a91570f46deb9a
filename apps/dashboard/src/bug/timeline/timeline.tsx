import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import type { Bug, Person } from '../../store/types.ts';
import { justSent, usePendingComments, withPending } from '../comments/changes.ts';
import commentStyles from '../comments/comment.module.css';
import { Comment } from '../comments/comment.tsx';
import { activityQuery, commentsQuery, useLiveTimeline } from '../queries.ts';
import { Written } from '../text/written.tsx';
import { ActivityLine, RunLine } from './activity-line.tsx';
import { foldRuns, type Run } from './fold.ts';
import { type Entry, mergeTimeline } from './merge.ts';
import { News } from './news.tsx';
import styles from './timeline.module.css';

interface Props {
  bug: Bug;
  me: Person;
  onOpen(id: number): void;
}

/** Page size. */
const step = 50;

/** Scrolls to a comment that was just sent. */
const scrollTo = (entry: HTMLElement | null) => {
  entry?.scrollIntoView({ block: 'nearest' });
};

/** The comment may have been sent before the timeline was loaded. */
const scrollToSent = (entry: HTMLElement | null, id: number) => {
  if (entry && justSent.delete(id)) scrollTo(entry);
};

/** Collapsed timeline entries and the loader for earlier ones. */
function useTimeline(bug: Bug) {
  useLiveTimeline(bug.id);
  const [wanted, setWanted] = useState(step);
  const comments = useQuery({
    ...commentsQuery(bug.id, wanted, bug.comment_count),
    placeholderData: keepPreviousData,
  });
  const activity = useQuery({ ...activityQuery(bug.id, wanted), placeholderData: keepPreviousData });
  const pending = usePendingComments(bug.id);
  const merged = useMemo(() => {
    if (!comments.data || !activity.data) return undefined;
    const items = withPending(comments.data.items, pending);
    const { entries, earlier } = mergeTimeline({ ...comments.data, items }, activity.data);
    return { lines: foldRuns(entries), earlier };
  }, [comments.data, activity.data, pending]);
  return {
    merged,
    pending,
    isFailed: comments.isError || activity.isError,
    isBusy: comments.isPlaceholderData || activity.isPlaceholderData,
    showEarlier: () => setWanted(wanted + 4 * step),
    retry() {
      if (comments.isError) void comments.refetch();
      if (activity.isError) void activity.refetch();
    },
  };
}

/** Comments and activity, oldest first, with live updates. */
export function Timeline({ bug, me, onOpen }: Props) {
  const [openedAt] = useState(() => new Date().toISOString());
  const { merged, pending, isFailed, isBusy, showEarlier, retry } = useTimeline(bug);
  if (!merged && isFailed)
    return (
      <p role="alert" className={styles.failed}>
        Could not load the timeline. <Button onClick={retry}>Retry</Button>
      </p>
    );
  if (!merged)
    return (
      <div className={styles.list} aria-busy="true">
        <Skeleton width="70%" />
        <Skeleton width="50%" />
      </div>
    );
  return (
    <>
      <News bugId={bug.id} />
      {merged.earlier > 0 && (
        <Button kind="quiet" isBusy={isBusy} onClick={showEarlier}>
          Show earlier ({merged.earlier.toLocaleString('en')})
        </Button>
      )}
      <ol className={styles.list}>
        {merged.lines.map((line) => (
          <li
            key={line.key}
            ref={(li) => scrollToSent(li, line.kind === 'comment' ? line.comment.id : 0)}
            className={styles.entry}
            data-kind={line.kind}
            data-new={line.at > openedAt}
          >
            <Line line={line} bug={bug} me={me} onOpen={onOpen} />
          </li>
        ))}
        {pending.map(
          (change) =>
            change.kind === 'new' && (
              <li
                key={change.key}
                ref={scrollTo}
                className={styles.entry}
                data-kind="comment"
                data-pending="true"
              >
                <Avatar person={me} size={24} />
                <div className={commentStyles.comment}>
                  <header className={commentStyles.header}>Sending…</header>
                  <Written bugId={bug.id}>{change.body}</Written>
                </div>
              </li>
            ),
        )}
      </ol>
    </>
  );
}

function Line({ line, bug, me, onOpen }: Props & { line: Entry | Run }) {
  if (line.kind === 'run') return <RunLine run={line} bug={bug} onOpen={onOpen} />;
  if (line.kind === 'activity') return <ActivityLine activity={line.activity} bug={bug} onOpen={onOpen} />;
  return (
    <>
      <Avatar person={line.comment.author} size={24} />
      <Comment comment={line.comment} userId={me.id} />
    </>
  );
}
