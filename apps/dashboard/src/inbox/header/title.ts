import type { Catalogue } from '../../catalogue/catalogue.ts';
import { filterKey, withoutSort } from '../../store/filter.ts';
import type { BugFilter } from '../../store/types.ts';
import { fromView } from '../filter/saved.ts';

/** What a filter is called: the saved view that says the same, else the project, else the inbox. */
export function titleOf(filter: BugFilter, { views, projects, team }: Catalogue): string {
  const key = filterKey(withoutSort(filter));
  const view = views.find(({ filters }) => filterKey(withoutSort(fromView(team.id, filters))) === key);
  const project = projects.find(({ id }) => id === filter.project_id);
  return view?.name ?? project?.name ?? (filter.assignee_id === 'me' ? 'Assigned to me' : 'Inbox');
}
