import type { ListWindow } from '../../store/list.ts';
import { useCounts } from '../../store/react.ts';
import type { BugFilter } from '../../store/types.ts';
import { isUsual } from '../filter/address.ts';
import { facets, isOn } from '../filter/words.ts';
import { viewOf } from '../header/title.ts';
import { useInbox } from '../inbox-context.ts';
import { EmptyView } from './empty-view.tsx';
import { Failed } from './failed.tsx';
import { FirstRun } from './first-run.tsx';
import { InboxZero } from './inbox-zero.tsx';
import { NoMatch } from './no-match.tsx';
import { NoneAssigned } from './none-assigned.tsx';

/** Empty state that gives the reason: loading failed, no reports yet, inbox zero, or too many filters. */
export function Nothing({ list, filter }: { list: ListWindow; filter: BugFilter }) {
  const { catalogue } = useInbox();
  const { team_id, project_id } = filter;
  const everything: BugFilter = { ...(team_id && { team_id }), ...(project_id && { project_id }) };
  const [all] = useCounts([everything]);
  if (list.status === 'failed')
    return list.problem?.status === 404 && namesSomething(filter) ? (
      <NoMatch filter={filter} isUnknown />
    ) : (
      <Failed list={list} />
    );
  if (!all || !catalogue.isComplete) return null;
  if (all.total === 0) return <FirstRun />;
  const view = viewOf(filter, catalogue);
  if (view) return <EmptyView name={view.name} />;
  const narrowing = facets.filter(
    (facet) => !['status', 'project_id'].includes(facet) && isOn(facet, filter),
  );
  if (!isUsual(filter.status) || filter.search || narrowing.length > 1) return <NoMatch filter={filter} />;
  if (narrowing.length === 0) return <InboxZero filter={everything} />;
  return filter.assignee_id === 'me' ? <NoneAssigned /> : <NoMatch filter={filter} />;
}

/** Whether the filter references an entity by id, which may have been deleted. */
const namesSomething = ({ project_id, assignee_id, label_id, duplicate_of_id }: BugFilter): boolean =>
  [project_id, assignee_id, duplicate_of_id, ...(label_id ?? [])].some((id) => typeof id === 'number');
