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
import { ActivityLine } from './activity-line.tsx';
import { mergeTimeline } from './merge.ts';
import { News } from './news.tsx';
import styles from './timeline.module.css';

interface Props {
  bug: Bug;
  me: Person;
  onOpen(id: number): void;
}

/** How many entries are loaded at first, and each time one asks for earlier ones. */
const step = 50;

/** A comment just sent may be far below what is on the screen. */
const scrollTo = (entry: HTMLElement | null) => {
  entry?.scrollIntoView({ block: 'nearest' });
};

/** It may have been sent before the timeline was there. */
const scrollToSent = (entry: HTMLElement | null, id: number) => {
  if (entry && justSent.delete(id)) scrollTo(entry);
};

/** Comments and what else happened to the bug, oldest first, kept up to date. */
export function Timeline({ bug, me, onOpen }: Props) {
  useLiveTimeline(bug.id);
  const [wanted, setWanted] = useState(step);
  const [openedAt] = useState(() => new Date().toISOString());
  const comments = useQuery({
    ...commentsQuery(bug.id, wanted, bug.comment_count),
    placeholderData: keepPreviousData,
  });
  const activity = useQuery({ ...activityQuery(bug.id, wanted), placeholderData: keepPreviousData });
  const pending = usePendingComments(bug.id);
  const merged = useMemo(
    () =>
      comments.data &&
      activity.data &&
      mergeTimeline({ ...comments.data, items: withPending(comments.data.items, pending) }, activity.data),
    [comments.data, activity.data, pending],
  );

  const retry = () => {
    if (comments.isError) void comments.refetch();
    if (activity.isError) void activity.refetch();
  };
  if (!merged && (comments.isError || activity.isError))
    return (
      <p role="alert" className={styles.failed}>
        The timeline could not be loaded. <Button onClick={retry}>Try again</Button>
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
        <Button
          kind="quiet"
          isBusy={comments.isPlaceholderData || activity.isPlaceholderData}
          onClick={() => setWanted(wanted + 4 * step)}
        >
          Show earlier ones ({merged.earlier.toLocaleString('en')})
        </Button>
      )}
      <ol className={styles.list}>
        {merged.entries.map((entry) => (
          <li
            key={entry.key}
            ref={(li) => scrollToSent(li, entry.kind === 'comment' ? entry.comment.id : 0)}
            className={styles.entry}
            data-new={entry.at > openedAt}
          >
            {entry.kind === 'comment' ? (
              <>
                <Avatar person={entry.comment.author} />
                <Comment comment={entry.comment} userId={me.id} />
              </>
            ) : (
              <ActivityLine activity={entry.activity} bug={bug} onOpen={onOpen} />
            )}
          </li>
        ))}
        {pending.map(
          (change) =>
            change.kind === 'new' && (
              <li key={change.key} ref={scrollTo} className={styles.entry} data-pending="true">
                <Avatar person={me} />
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
