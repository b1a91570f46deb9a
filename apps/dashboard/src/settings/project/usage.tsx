import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { projectQuery } from '../../catalogue/queries.ts';
import { useStore } from '../../store/react.ts';
import { Bar } from '../parts/bar.tsx';
import { Section } from '../parts/section.tsx';
import type { Project } from './shell.tsx';

const words = (count: number) => count.toLocaleString('en');

/** Quota usage and dropped reports of the current month. */
export function Usage({ project }: { project: Project }) {
  const { stored, cap, month, dropped_quota, dropped_blocklist } = project.usage;
  useFollowReports(project.id);
  return (
    <Section title="Usage" about={`Reports in ${monthName(month)} (UTC).`}>
      {cap === null ? (
        <p>
          <strong>{words(stored)}</strong> stored. The team’s plan is unlimited.
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
        label="Dropped over quota"
        count={dropped_quota}
        of={stored + dropped_quota + dropped_blocklist}
      />
      <Drops
        label="Dropped by blocklist"
        count={dropped_blocklist}
        of={stored + dropped_quota + dropped_blocklist}
      />
      {cap !== null && stored >= cap * 0.8 && (
        <p>
          {stored >= cap
            ? 'The monthly quota is used up. New reports are dropped until next month. '
            : 'The monthly quota is almost used up. '}
          Block unwanted reports below, report each error only once, or ask the operator for the unlimited
          plan.
        </p>
      )}
      {dropped_blocklist > 0 && <p>The blocklist shows how many reports each rule has dropped.</p>}
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

/** Refetches the usage when a report arrives. */
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
