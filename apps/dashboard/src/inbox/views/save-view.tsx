import { menus } from '../../actions/chunk.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { filterKey } from '../../store/filter.ts';
import type { BugFilter } from '../../store/types.ts';
import { isUsual } from '../filter/address.ts';
import { fromView, groupOfView } from '../filter/saved.ts';
import { facets, isOn } from '../filter/words.ts';
import { useInbox } from '../inbox-context.ts';

/** Button to save the current filters, unless they are a saved view, the inbox or a project. */
export function SaveView({ filter }: { filter: BugFilter }) {
  const { catalogue, group } = useInbox();
  const { views, team, isComplete } = catalogue;
  const isView = views.some(
    ({ filters }) =>
      filterKey(fromView(team.id, filters)) === filterKey(filter) && groupOfView(filters) === group,
  );
  const isOwn = facets.some((facet) =>
    facet === 'status' ? !isUsual(filter.status) : facet !== 'project_id' && isOn(facet, filter),
  );
  if (!isComplete || isView || !(isOwn || filter.search || filter.sort || group)) return null;
  return (
    <Button kind="quiet" onClick={() => menus.open(({ ViewDialog }) => <ViewDialog filter={filter} />)}>
      <Icon name="plus" />
      Save view
    </Button>
  );
}
