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
  ['dispatcher', 'Events', 'Waiting to be sent to webhooks and email'],
  ['deliveries', 'Webhooks', 'Deliveries due'],
  ['index', 'Search', 'Bugs waiting to be indexed'],
  ['mail', 'Email', 'Emails waiting to be sent'],
  ['jobs', 'Jobs', 'Background jobs due'],
] as const;

const count = (number: number) => number.toLocaleString('en');
const some = (number: number, what: string) => `${count(number)} ${number === 1 ? what : `${what}s`}`;

/** Health of the installation, polled every few seconds. */
function Overview() {
  const query = useQuery(overviewQuery);
  const queries = useQueryClient();
  const isOver = isGone(query.error);
  useEffect(() => {
    // Someone who is no longer an operator sees "Page not found", like every other user.
    if (isOver) void queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
  }, [isOver, queries]);
  return (
    <Loads query={query} what="the overview" lines={8}>
      {({ version, default_plan, signup, totals, usage, health, loops }) => (
        <>
          {(query.isError || query.isPaused) && (
            <Notice kind="problem">
              Last updated at {new Date(query.dataUpdatedAt).toLocaleTimeString('en-GB')}. The service is not
              responding.
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
              Default plan: {default_plan} · Sign-up: {signup}. Both are set in the server configuration.
            </p>
          </Section>
          <Section title="Health" about="Queue sizes and the age of the oldest entry.">
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
                        <span>{waiting === 0 ? 'Queue empty' : queued(waiting, lag_seconds)}</span>
                        <Sign kind={is_late ? 'bad' : 'good'}>{is_late ? 'Delayed' : 'On time'}</Sign>
                      </>
                    }
                  />
                );
              })}
            </Rows>
            <p>
              {loops.every(({ failures }) => failures === 0)
                ? `All ${loops.length} background loops of this process are running.`
                : `Failing: ${loops
                    .filter(({ failures }) => failures > 0)
                    .map(
                      ({ name, failures }) =>
                        `${name} (${failures === 1 ? 'once' : `${failures} times in a row`})`,
                    )
                    .join(', ')}. See the log for details.`}
            </p>
          </Section>
        </>
      )}
    </Loads>
  );
}

const queued = (waiting: number, lag: number) =>
  `${waiting >= 1000 ? '1,000+ queued' : `${count(waiting)} queued`}, oldest ${seconds(lag)}`;

const seconds = (lag: number) => (lag < 90 ? `${Math.round(lag)} s` : `${Math.round(lag / 60)} min`);
