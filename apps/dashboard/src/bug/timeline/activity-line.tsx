import { Fragment, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Icon } from '../../components/icon.tsx';
import { Text } from '../../components/text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import type { Bug } from '../../store/types.ts';
import { BugLink } from '../bug-link.tsx';
import { type Run, wordsForRun } from './fold.ts';
import { Mcp } from './mcp.tsx';
import type { Activity } from './merge.ts';
import styles from './timeline.module.css';
import { type Words, wordsFor } from './words.ts';

interface Props {
  activity: Activity;
  bug: Bug;
  onOpen(id: number): void;
}

/** An activity as a sentence. */
export function ActivityLine({ activity, bug, onOpen }: Props) {
  return (
    <>
      <ActorSign activity={activity} bug={bug} />
      <p className={styles.line}>
        <Actor activity={activity} bug={bug} /> <Sentence words={wordsFor(activity)} onOpen={onOpen} />{' '}
        <TimeAgo at={activity.created_at} />
      </p>
    </>
  );
}

/** Consecutive changes as one sentence, which expands into single entries. */
export function RunLine({ run, bug, onOpen }: { run: Run; bug: Bug; onOpen(id: number): void }) {
  const [isOpen, setOpen] = useState(false);
  const [first] = run.activities as [Activity];
  return (
    <>
      <ActorSign activity={first} bug={bug} />
      <div>
        <p className={styles.line}>
          <Actor activity={first} bug={bug} />{' '}
          <Sentence words={wordsForRun(run.activities)} onOpen={onOpen} /> <TimeAgo at={run.at} />{' '}
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'} {run.activities.length} changes
          </button>
        </p>
        {isOpen && (
          <ol className={styles.run}>
            {run.activities.map((activity) => (
              <li key={activity.id} className={styles.line}>
                <Sentence words={wordsFor(activity)} onOpen={onOpen} /> <TimeAgo at={activity.created_at} />
              </li>
            ))}
          </ol>
        )}
      </div>
    </>
  );
}

/** Avatar of the actor, if known. Initials of "anonymous" would look like a person. */
function ActorSign({ activity, bug }: Omit<Props, 'onOpen'>) {
  const reporter = reporterOf(activity, bug);
  const person = activity.actor ?? (reporter && { name: reporter.split('@')[0] || reporter });
  if (person) return <Avatar person={person} size={18} />;
  return (
    <span className={styles.anonymous}>
      <Icon name="person" />
    </span>
  );
}

function Actor({ activity, bug }: Omit<Props, 'onOpen'>) {
  const name = activity.actor?.name ?? reporterOf(activity, bug);
  return (
    <>
      <b>
        <Text>{name ?? (activity.via === 'api' ? 'Anonymous' : 'Former member')}</Text>
      </b>
      {activity.via === 'mcp' && (
        <>
          {' '}
          <Mcp />
        </>
      )}
    </>
  );
}

const reporterOf = ({ via }: Activity, bug: Bug): string | null =>
  via === 'api' ? bug.reporter_email || bug.reporter_identifier || null : null;

const Sentence = ({ words, onOpen }: { words: Words; onOpen(id: number): void }) =>
  words.map((word, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order of the words never changes
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
  ));
