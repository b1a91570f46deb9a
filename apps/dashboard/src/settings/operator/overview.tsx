import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { meQuery } from '../../catalogue/queries.ts';
import { Notice } from '../../components/notice.tsx';
import { isGone, Loads } from '../parts/loads.tsx';
import { Row, Rows } from '../parts/rows.tsx';
import { Section } from '../parts/section.tsx';
import { Sign } from '../parts/sign.tsx';
import { Jobs } from './jobs.tsx';
import { overviewQuery } from './queries.ts';
import { OperatorPage } from './shell.tsx';
import { UsageWords } from './usage-words.tsx';

export const OperatorOverview = () => (
  <OperatorPage>
    <Overview />
    <Jobs />
  </OperatorPage>
);

const parts = [
  ['dispatcher', 'Events', 'On their way to webhooks and mails'],
  ['deliveries', 'Webhooks', 'Deliveries that are due'],
  ['index', 'Search', 'New bugs on their way into the index'],
  ['mail', 'Mail', 'Letters that are due'],
  ['jobs', 'Jobs', 'All background work that is due'],
] as const;

const count = (number: number) => number.toLocaleString('en');
const some = (number: number, what: string) => `${count(number)} ${number === 1 ? what : `${what}s`}`;

/** How the installation is getting on, looked at every few seconds. */
function Overview() {
  const query = useQuery(overviewQuery);
  const queries = useQueryClient();
  const isOver = isGone(query.error);
  useEffect(() => {
    // Whoever is no operator any more is told what everybody else is.
    if (isOver) void queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
  }, [isOver, queries]);
  return (
    <Loads query={query} what="The overview" lines={8}>
      {({ version, default_plan, signup, totals, usage, health, loops }) => (
        <>
          {(query.isError || query.isPaused) && (
            <Notice kind="problem">
              This is how it was at {new Date(query.dataUpdatedAt).toLocaleTimeString('en-GB')}: the service
              does not answer at the moment.
            </Notice>
          )}
          <Section title="Installation" about={`Skep ${version}`}>
            <p>
              {some(totals.teams, 'team')}, {some(totals.projects, 'project')}, {some(totals.users, 'user')}.
            </p>
            <p>
              <UsageWords usage={usage} />
            </p>
            <p>
              New teams get the plan “{default_plan}”; sign-up is {signup}. Both are set where the service is
              started.
            </p>
          </Section>
          <Section title="Health" about="What waits, and for how long the oldest of it has been due.">
            <Rows label="Health" empty="">
              {parts.map(([name, title, about]) => {
                const { waiting, lag_seconds, is_late } = health[name];
                return (
                  <Row
                    key={name}
                    title={title}
                    about={about}
                    end={
                      <>
                        <span>{waiting === 0 ? 'Nothing waits' : waits(waiting, lag_seconds)}</span>
                        <Sign kind={is_late ? 'bad' : 'good'}>{is_late ? 'Late' : 'In time'}</Sign>
                      </>
                    }
                  />
                );
              })}
            </Rows>
            <p>
              {loops.every(({ failures }) => failures === 0)
                ? `All ${loops.length} loops of this process run.`
                : `Failing: ${loops
                    .filter(({ failures }) => failures > 0)
                    .map(
                      ({ name, failures }) =>
                        `${name} (${failures === 1 ? 'once' : `${failures} times in a row`})`,
                    )
                    .join(', ')}. The log says why.`}
            </p>
          </Section>
        </>
      )}
    </Loads>
  );
}

const waits = (waiting: number, lag: number) =>
  `${waiting >= 1000 ? '1,000 or more wait' : waiting === 1 ? '1 waits' : `${count(waiting)} wait`}, ${seconds(lag)}`;

const seconds = (lag: number) => (lag < 90 ? `${Math.round(lag)} s` : `${Math.round(lag / 60)} min`);
