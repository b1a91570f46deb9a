import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { projectQuery } from '../../catalogue/queries.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { unfinished } from '../../inbox/filter/address.ts';
import { countWords } from '../../inbox/filter/count-words.ts';
import { api } from '../../session/api.ts';
import { useCounts } from '../../store/react.ts';
import { useChange } from '../parts/use-change.ts';
import { inProject } from '../project/queries.ts';
import type { Project } from '../project/shell.tsx';
import { hintsFor } from './hints.ts';
import styles from './start.module.css';

/** Environment of test reports. They do not prove that the code is installed. */
const testEnvironment = 'test';

/** Time without a report after which the hints are shown. */
const patience = 60_000;

/** Shows whether the first report has arrived. */
export function Listener({ project }: { project: Project }) {
  const { id, team_id } = project;
  const all = { team_id, project_id: id };
  const [count, tests, toDo] = useCounts([
    all,
    { ...all, environment: testEnvironment },
    { ...all, status: unfinished },
  ]);
  const { run, isBusy } = useChange(projectQuery(id).queryKey);
  const isKnown = count !== undefined && tests !== undefined;
  const hasArrived = isKnown && count.total > tests.total;
  const isTested = isKnown && tests.total > 0;
  const isLate = useLate(project.id, isKnown && !hasArrived);
  const test = () => run(() => api.POST('/api/v1/projects/{project_id}/test-report', inProject(id)));
  return (
    <section className={styles.listener} data-arrived={hasArrived} aria-label="First report">
      <span className={styles.light} aria-hidden="true">
        {hasArrived && <Icon name="check" />}
      </span>
      <div className={styles.words} role="status">
        <h2>
          {hasArrived
            ? 'Receiving reports'
            : isTested
              ? 'Test report received'
              : 'Waiting for the first report'}
        </h2>
        <p>
          {hasArrived
            ? toDo && `${countWords(toDo)} in the inbox`
            : isTested
              ? 'Install the code below to receive real ones.'
              : 'Install the code below, or send a test report.'}
        </p>
      </div>
      <div className={styles.ways}>
        {(hasArrived || isTested) && (
          <LinkButton kind="primary" to="/" search={{ project_id: id }}>
            Go to inbox
          </LinkButton>
        )}
        <Button kind={hasArrived || isTested ? 'plain' : 'primary'} isLarge isBusy={isBusy} onClick={test}>
          Send test report
        </Button>
      </div>
      {isLate && !hasArrived && (
        <div className={styles.hints}>
          <h3>No report yet? Common causes:</h3>
          <ul>
            {hintsFor(project).map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/** Whether the hints are due. Refetches the project then, for its current drop counts. */
function useLate(project: number, isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  const queries = useQueryClient();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => {
      setLate(true);
      void queries.invalidateQueries({ queryKey: projectQuery(project).queryKey, exact: true });
    }, patience);
    return () => clearTimeout(timer);
  }, [isWaiting, queries, project]);
  return isLate;
}
