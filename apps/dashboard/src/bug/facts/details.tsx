import { type ReactNode, useEffect, useState } from 'react';
import { Text } from '../../components/text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import type { Bug } from '../../store/types.ts';
import styles from './details.module.css';
import { PageLink } from './page-link.tsx';

/** Who reported it, from where and with what. */
export function Details({ bug }: { bug: Bug }) {
  return (
    <dl className={styles.details}>
      <Detail name="Reporter" text={bug.reporter_email} />
      <Detail name={bug.reporter_email ? 'Identifier' : 'Reporter'} text={bug.reporter_identifier} />
      {bug.url && (
        <Pair name="Page">
          <PageLink address={bug.url} />
        </Pair>
      )}
      {bug.user_agent && (
        <Pair name="Browser">
          <Browser userAgent={bug.user_agent} />
        </Pair>
      )}
      <Detail name="Version" text={bug.app_version} />
      <Detail name="Environment" text={bug.environment} />
      <Pair name="Reported">
        <Moment at={bug.created_at} />
      </Pair>
      {bug.updated_at !== bug.created_at && (
        <Pair name="Changed">
          <Moment at={bug.updated_at} />
        </Pair>
      )}
    </dl>
  );
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const Moment = ({ at }: { at: string }) => (
  <>
    {moment.format(new Date(at))} <TimeAgo at={at} />
  </>
);

function Detail({ name, text }: { name: string; text: string | null }) {
  return text ? (
    <Pair name={name}>
      <Text>{text}</Text>
    </Pair>
  ) : null;
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The browser as people call it, once the list of browsers is loaded; the whole user agent for whoever asks. */
function Browser({ userAgent }: { userAgent: string }) {
  const [name, setName] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let isWanted = true;
    const read = ({ browserOf }: typeof import('./browser.ts')) => isWanted && setName(browserOf(userAgent));
    // Without it, the user agent itself is shown.
    void import('./browser.ts').then(read, () => {});
    return () => {
      isWanted = false;
    };
  }, [userAgent]);
  if (!name) return <Text>{userAgent}</Text>;
  return (
    <>
      <Text>{name}</Text>{' '}
      <button
        type="button"
        className={styles.whole}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? 'less' : 'more'}
      </button>
      {isWhole && (
        <div className={styles.agent}>
          <Text>{userAgent}</Text>
        </div>
      )}
    </>
  );
}
