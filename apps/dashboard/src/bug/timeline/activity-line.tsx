import { Fragment } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Text } from '../../components/text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import type { Bug } from '../../store/types.ts';
import { BugLink } from '../bug-link.tsx';
import { Mcp } from './mcp.tsx';
import type { Activity } from './merge.ts';
import styles from './timeline.module.css';
import { wordsFor } from './words.ts';

interface Props {
  activity: Activity;
  bug: Bug;
  onOpen(id: number): void;
}

/** One thing that happened, as a sentence. */
export function ActivityLine({ activity, bug, onOpen }: Props) {
  const name = activity.actor?.name ?? (activity.via === 'api' ? reporterOf(bug) : 'Somebody who has left');
  return (
    <>
      <Avatar person={{ name: name.split('@')[0] || name }} />
      <p className={styles.line}>
        <b>
          <Text>{name}</Text>
        </b>{' '}
        {activity.via === 'mcp' && (
          <>
            <Mcp />{' '}
          </>
        )}
        {wordsFor(activity).map((word, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence never move
          <Fragment key={nth}>
            {typeof word === 'string' ? (
              word
            ) : 'bug' in word ? (
              <BugLink id={word.bug} onOpen={onOpen} />
            ) : (
              <b>
                <Text>{word.strong}</Text>
              </b>
            )}
          </Fragment>
        ))}{' '}
        <TimeAgo at={activity.created_at} />
      </p>
    </>
  );
}

const reporterOf = (bug: Bug): string => bug.reporter_email ?? bug.reporter_identifier ?? 'The reporter';
