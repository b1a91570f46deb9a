import { type ReactNode, useEffect, useState } from 'react';
import { Hex } from '../../components/hex.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { Text } from '../../components/text.tsx';
import { TimeAgo } from '../../components/time-ago.tsx';
import { useInbox } from '../../inbox/inbox-context.ts';
import type { Bug } from '../../store/types.ts';
import styles from './details.module.css';
import { PageLink } from './page-link.tsx';

/** Project, reporter, browser, page and dates of the report. */
export function Details({ bug }: { bug: Bug }) {
  const { catalogue } = useInbox();
  const project = catalogue.projects.find(({ id }) => id === bug.project_id);
  return (
    <dl className={styles.details}>
      {project && (
        <Pair name="Project" isPlain>
          <Link to="/" search={{ project_id: project.id }} className={styles.project}>
            <Hex id={project.id} />
            <Text>{project.name}</Text>
          </Link>
        </Pair>
      )}
      <Reporter bug={bug} />
      <Detail name="Environment" text={bug.environment} isPlain />
      <Detail name="Version" text={bug.app_version} isPlain />
      {bug.user_agent && (
        <Pair name="Browser" isPlain>
          <Browser userAgent={bug.user_agent} />
        </Pair>
      )}
      {bug.url && (
        <Pair name="Page" isPlain>
          <PageLink address={bug.url} />
        </Pair>
      )}
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

function Reporter({ bug }: { bug: Bug }) {
  const { reporter_email: email, reporter_identifier: identifier } = bug;
  if (!email && !identifier)
    return (
      <Pair name="Reporter" isPlain>
        <span className={styles.anonymous}>
          <Icon name="person" /> Anonymous
        </span>
      </Pair>
    );
  return (
    <>
      <Detail name="Reporter" text={email} isPlain />
      <Detail name={email ? 'Identifier' : 'Reporter'} text={identifier} />
    </>
  );
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const Moment = ({ at }: { at: string }) => (
  <>
    {moment.format(new Date(at))} <TimeAgo at={at} />
  </>
);

interface Named {
  name: string;
  /** The value is clear without its name, which narrow layouts hide. */
  isPlain?: boolean;
}

function Detail({ text, ...named }: Named & { text: string | null }) {
  return text ? (
    <Pair {...named}>
      <Text>{text}</Text>
    </Pair>
  ) : null;
}

function Pair({ name, isPlain, children }: Named & { children: ReactNode }) {
  return (
    <div
      className={isPlain ? `${styles.pair} ${styles.plain}` : styles.pair}
      title={isPlain ? name : undefined}
    >
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Short browser name, once the parser is loaded. A button shows the full user agent. */
function Browser({ userAgent }: { userAgent: string }) {
  const [name, setName] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  useEffect(() => {
    let isWanted = true;
    const read = ({ browserOf }: typeof import('./browser.ts')) => isWanted && setName(browserOf(userAgent));
    // If the import fails, the raw user agent stays visible.
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
