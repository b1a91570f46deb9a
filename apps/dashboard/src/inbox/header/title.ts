import type { Catalogue, SavedView } from '../../catalogue/catalogue.ts';
import { filterKey, withoutSort } from '../../store/filter.ts';
import type { BugFilter } from '../../store/types.ts';
import { fromView } from '../filter/saved.ts';

/** The saved view that equals this filter. */
export function viewOf(filter: BugFilter, { views, team }: Catalogue): SavedView | undefined {
  const key = filterKey(withoutSort(filter));
  return views.find(({ filters }) => filterKey(withoutSort(fromView(team.id, filters))) === key);
}

/** Title of a filter: the equal saved view, else the project, else the inbox. */
export function titleOf(filter: BugFilter, catalogue: Catalogue): string {
  const project = catalogue.projects.find(({ id }) => id === filter.project_id);
  return (
    viewOf(filter, catalogue)?.name ??
    project?.name ??
    (filter.assignee_id === 'me' ? 'Assigned to me' : 'Inbox')
  );
}
