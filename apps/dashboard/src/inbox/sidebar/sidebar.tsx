import { openHelp } from '../../actions/help/open.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { Link } from '../../components/link.tsx';
import { useCounts } from '../../store/react.ts';
import type { BugFilter } from '../../store/types.ts';
import { unfinished } from '../filter/address.ts';
import { fromView } from '../filter/saved.ts';
import { useInbox } from '../inbox-context.ts';
import { LiveSign } from './live-sign.tsx';
import { NavItem } from './nav-item.tsx';
import { PageItem } from './page-item.tsx';
import { ProjectItem } from './project-item.tsx';
import styles from './sidebar.module.css';
import { TeamMenu } from './team-menu.tsx';
import { useRememberedCounts } from './use-remembered-counts.ts';
import { UserMenu } from './user-menu.tsx';
import { ViewItem } from './view-item.tsx';

/** Main navigation with counts. */
export function Sidebar() {
  const { catalogue } = useInbox();
  const { team, projects, views } = catalogue;
  const own = projects.filter(({ team_id }) => team_id === team.id);
  const toDo: BugFilter = { team_id: team.id, status: unfinished };
  const places = {
    fixed: [toDo, { ...toDo, assignee_id: 'me' as const }],
    views: views.map((view) => fromView(team.id, view.filters)),
    projects: own.map(({ id }) => ({ ...toDo, project_id: id })),
  };
  const pages = `/teams/${team.id}`;
  const counted = team.id ? [...places.fixed, ...places.views, ...places.projects] : [];
  const counts = useCounts(counted);
  useRememberedCounts(catalogue, counted);
  const afterFixed = places.fixed.length;
  const afterViews = afterFixed + views.length;
  return (
    <nav className={styles.sidebar} aria-label="Main navigation">
      <TeamMenu />
      <NavItem filter={places.fixed[0] as BugFilter} count={counts[0]} icon={<Icon name="inbox" />}>
        Inbox
      </NavItem>
      <NavItem filter={places.fixed[1] as BugFilter} count={counts[1]} icon={<Icon name="person" />}>
        Assigned to me
      </NavItem>
      <PageItem paths={[`${pages}/stats`]} icon={<Icon name="stats" />}>
        Stats
      </PageItem>
      <PageItem
        paths={[`${pages}/settings`, `${pages}/members`, `${pages}/labels`]}
        icon={<Icon name="settings" />}
      >
        Team
      </PageItem>
      {views.length > 0 && <h2 className={styles.heading}>Views</h2>}
      {views.map((view, at) => (
        <ViewItem
          key={view.id}
          view={view}
          filter={places.views[at] as BugFilter}
          count={counts[afterFixed + at]}
        />
      ))}
      <div className={styles.line}>
        <h2 className={styles.heading}>Projects</h2>
        <Link to="/projects/new" className={styles.add} aria-label="New project" title="New project">
          <Icon name="plus" />
        </Link>
      </div>
      {own.map(({ id, name }, at) => (
        <ProjectItem
          key={id}
          id={id}
          name={name}
          filter={places.projects[at] as BugFilter}
          count={counts[afterViews + at]}
        />
      ))}
      <div className={styles.foot}>
        <LiveSign />
        <Button
          kind="quiet"
          className={styles.help}
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts"
          onClick={openHelp}
        >
          <Kbd keys="?" />
        </Button>
        <UserMenu />
      </div>
    </nav>
  );
}
