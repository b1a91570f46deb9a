import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { projectQuery } from '../../catalogue/queries.ts';
import { useStore } from '../../store/react.ts';
import { Bar } from '../parts/bar.tsx';
import { Section } from '../parts/section.tsx';
import type { Project } from './shell.tsx';

const words = (count: number) => count.toLocaleString('en');

/** How full the month is, what was dropped, and what can be done about it. */
export function Usage({ project }: { project: Project }) {
  const { stored, cap, month, dropped_quota, dropped_blocklist } = project.usage;
  useFollowReports(project.id);
  return (
    <Section
      title="This month"
      about={`Reports in ${monthName(month)}. A month begins on its first day, UTC.`}
    >
      {cap === null ? (
        <p>
          <strong>{words(stored)}</strong> stored. This team’s plan has no limit.
        </p>
      ) : (
        <Bar
          label="Stored"
          value={stored}
          most={cap}
          words={`${words(stored)} of ${words(cap)}`}
          kind={stored >= cap ? 'bad' : stored >= cap * 0.8 ? 'waiting' : 'good'}
        />
      )}
      <Drops
        label="Dropped because the month was full"
        count={dropped_quota}
        of={stored + dropped_quota + dropped_blocklist}
      />
      <Drops
        label="Dropped by the blocklist"
        count={dropped_blocklist}
        of={stored + dropped_quota + dropped_blocklist}
      />
      {cap !== null && stored >= cap * 0.8 && (
        <p>
          {stored >= cap
            ? 'The month is full, so further reports are dropped until it ends. '
            : 'The month is nearly full. '}
          Block what is noise below, let programs report the same error once, or ask whoever runs this service
          for the unlimited plan.
        </p>
      )}
      {dropped_blocklist > 0 && (
        <p>Which rule has dropped how many stands beside each rule of the blocklist.</p>
      )}
    </Section>
  );
}

const Drops = ({ label, count, of }: { label: string; count: number; of: number }) =>
  count === 0 ? null : <Bar label={label} value={count} most={of} words={words(count)} kind="waiting" />;

/** "November 2026" */
function monthName(month: string): string {
  const date = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? month
    : date.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Every report that arrives changes the numbers. */
function useFollowReports(project: number): void {
  const store = useStore();
  const queries = useQueryClient();
  useEffect(
    () =>
      store.onEvents((events) => {
        if (!events.some(({ kind, project_id }) => kind === 'created' && project_id === project)) return;
        void queries.invalidateQueries({ queryKey: projectQuery(project).queryKey, exact: true });
      }),
    [store, queries, project],
  );
}
