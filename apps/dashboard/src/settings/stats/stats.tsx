import { type StatsRange, severities, statsRanges, statuses } from '@skep/vocabulary';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { projectsQuery } from '../../catalogue/queries.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Hex } from '../../components/hex.tsx';
import { Link } from '../../components/link.tsx';
import { SeverityIcon } from '../../components/severity-icon.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { Text } from '../../components/text.tsx';
import { visibleText } from '../../components/visible-text.ts';
import { severityNames, statusNames } from '../../components/words.ts';
import type { Address } from '../../inbox/filter/address.ts';
import { useStore } from '../../store/react.ts';
import field from '../parts/field.module.css';
import { Loads } from '../parts/loads.tsx';
import { TeamPage } from '../team/shell.tsx';
import { Counts } from './counts.tsx';
import { durationWords } from './duration.ts';
import { PerDay } from './per-day.tsx';
import { type Day, type Stats, statsQuery } from './queries.ts';
import styles from './stats.module.css';

const rangeNames: Record<StatsRange, string> = { week: 'Week', month: 'Month', all: 'All time' };

export const TeamStats = () => (
  <TeamPage page="Stats">{(team) => <StatsOf key={team.id} team={team.id} />}</TeamPage>
);

function StatsOf({ team }: { team: number }) {
  const { range = 'month', project_id } = useSearch({ from: '/signed-in/frame/teams/$teamId/stats' });
  const { data: projects } = useQuery(projectsQuery);
  const ofTeam = projects?.filter(({ team_id }) => team_id === team);
  // An old URL may name a deleted project or one of another team.
  const isKnown = ofTeam?.some(({ id }) => id === project_id) ?? true;
  const project = isKnown ? project_id : undefined;
  const query = useQuery(statsQuery(team, range, project));
  useFollowEvents(team);
  return (
    <div className={styles.stats}>
      <Choice team={team} range={range} project={project} projects={ofTeam ?? []} />
      <Loads query={query} what="statistics" lines={8}>
        {(stats) => <Numbers team={team} project={project} stats={stats} />}
      </Loads>
    </div>
  );
}

interface ChoiceProps {
  team: number;
  range: StatsRange;
  project: number | undefined;
  projects: { id: number; name: string }[];
}

/** Range and project filter. */
function Choice({ team, range, project, projects }: ChoiceProps) {
  const navigate = useNavigate({ from: '/teams/$teamId/stats' });
  const at = { teamId: String(team) };
  return (
    <div className={styles.choice}>
      <nav className={styles.ranges} aria-label="Days">
        {statsRanges.map((one) => (
          <Link
            key={one}
            to={`/teams/${team}/stats`}
            search={{ range: one, ...(project && { project_id: project }) }}
            replace
            aria-current={one === range ? 'true' : undefined}
          >
            {rangeNames[one]}
          </Link>
        ))}
      </nav>
      <select
        aria-label="Project"
        className={`${field.select} ${styles.project}`}
        value={project ?? ''}
        onChange={({ target }) =>
          void navigate({
            params: at,
            search: { range, ...(target.value && { project_id: Number(target.value) }) },
            replace: true,
          })
        }
      >
        <option value="">All projects</option>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {visibleText(name)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** First day of the range in filter format; undefined for all time. */
const sinceOf = ({ range, per_day }: Stats) => (range === 'all' ? undefined : per_day[0]?.date);

function Numbers({ team, project, stats }: { team: number; project: number | undefined; stats: Stats }) {
  const since = sinceOf(stats);
  const base: Address = {
    team_id: team,
    ...(project && { project_id: project }),
    ...(since && { created_after: since }),
  };
  const { previous } = stats;
  const medianBefore = previous?.median_hours_to_resolve ?? null;
  const before = `in the previous ${stats.per_day.length} days`;
  const { created_after: _, ...always } = base;
  const resolved: Address = { ...always, status: ['resolved'] };
  return (
    <>
      <div className={styles.tiles}>
        <Tile label="Open" to={{ ...base, status: ['open'] }} value={stats.open_count.toLocaleString('en')} />
        <Tile
          label="Reported"
          to={{ ...base, status: 'any' }}
          value={stats.total.toLocaleString('en')}
          before={previous && `${previous.total.toLocaleString('en')} ${before}`}
        />
        <Tile
          label="Resolved"
          to={resolved}
          value={resolvedIn(stats.per_day).toLocaleString('en')}
          before={previous && `${resolvedIn(previous.per_day).toLocaleString('en')} ${before}`}
        />
        <Tile
          label="Median time to resolve"
          to={resolved}
          value={durationWords(stats.median_hours_to_resolve)}
          before={medianBefore === null ? null : `${durationWords(medianBefore)} ${before}`}
        />
      </div>
      <PerDay days={stats.per_day} previous={previous?.per_day ?? []} base={base} />
      <div className={styles.groups}>
        <Counts
          title="By status"
          lines={statuses.map((status) => ({
            key: status,
            mark: <StatusIcon status={status} />,
            name: statusNames[status],
            count: stats.by_status[status],
            to: { ...base, status: [status] },
          }))}
        />
        <Counts
          title="By severity"
          lines={[...severities].reverse().map((severity) => ({
            key: severity,
            mark: <SeverityIcon severity={severity} />,
            name: severityNames[severity],
            count: stats.by_severity[severity],
            to: { ...base, status: 'any', severity: [severity] },
          }))}
        />
        <Counts
          title="By project"
          lines={stats.by_project
            .toSorted((one, other) => other.count - one.count)
            .map(({ project_id, name, count }) => ({
              key: String(project_id),
              mark: <Hex id={project_id} />,
              name: <Text>{name}</Text>,
              count,
              to: { ...base, status: 'any', project_id },
            }))}
        />
        <Counts
          title="By assignee"
          lines={stats.by_assignee.map(({ assignee, count }) => ({
            key: String(assignee?.id ?? 'none'),
            mark: <Avatar person={assignee} size={18} />,
            name: assignee ? <Text>{assignee.name}</Text> : 'Unassigned',
            count,
            to: { ...base, status: 'any', assignee_id: assignee?.id ?? 'none' },
          }))}
        />
      </div>
    </>
  );
}

interface TileProps {
  label: string;
  value: string;
  /** Value of the previous period. */
  before?: string | null;
  to: Address;
}

const Tile = ({ label, value, before, to }: TileProps) => (
  <Link to="/" search={to} className={styles.tile}>
    <span className={styles.value}>{value}</span>
    <span className={styles.label}>{label}</span>
    {before && <span>{before}</span>}
  </Link>
);

const resolvedIn = (days: Day[]) => days.reduce((sum, { resolved }) => sum + resolved, 0);

/** Refetches on events, throttled. */
function useFollowEvents(team: number): void {
  const store = useStore();
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.onEvents((events) => {
      if (timer !== undefined || !events.some(({ team_id }) => team_id === team)) return;
      timer = setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries({ queryKey: ['stats', team] });
      }, 1_000);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [store, queries, team]);
}
