import { lazy } from 'react';
import { Loaded } from '../components/loaded.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useInbox } from '../inbox/inbox-context.ts';
import type { Bug } from '../store/types.ts';
import styles from './body.module.css';
import { Extra } from './extra/extra.tsx';
import { Rail } from './facts/rail.tsx';
import { Screenshot } from './screenshot/screenshot.tsx';
import { Section, SectionHeading } from './section.tsx';
import { StackTrace } from './stack-trace/stack-trace.tsx';
import { Description } from './text/description.tsx';
import { BugTitle } from './title.tsx';
import { useOpen } from './use-open.ts';

const Timeline = lazy(() =>
  import('./timeline/timeline.tsx').then(({ Timeline }) => ({ default: Timeline })),
);

/** Report content, followed by the timeline. */
export function BugBody({ bug, isPage }: { bug: Bug; isPage: boolean }) {
  const { catalogue } = useInbox();
  const onOpen = useOpen();
  return (
    <SectionHeading value={isPage ? 'h2' : 'h3'}>
      <div className={styles.scroll}>
        <div className={isPage ? styles.wide : styles.body}>
          <BugTitle bug={bug} heading={isPage ? 'h1' : 'h2'} />
          <Rail bug={bug} onOpen={onOpen} />
          <div className={styles.content}>
            <div className={styles.description}>
              <Description>{bug.description}</Description>
            </div>
            {bug.attachments.map((attachment) => (
              <Screenshot key={attachment.id} bugId={bug.id} attachment={attachment} />
            ))}
            {bug.stack_trace && <StackTrace trace={bug.stack_trace} />}
            {bug.extra && <Extra text={bug.extra} />}
            <Section title="Timeline">
              <Loaded fallback={<Skeleton width="70%" />}>
                <Timeline bug={bug} me={catalogue.me} onOpen={onOpen} />
              </Loaded>
            </Section>
          </div>
        </div>
      </div>
    </SectionHeading>
  );
}
