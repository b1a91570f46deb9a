import { Link } from '../../components/link.tsx';
import { Message } from '../../components/message.tsx';
import { visibleText } from '../../components/visible-text.ts';
import type { BugFilter } from '../../store/types.ts';
import { placeOf } from '../filter/place.ts';
import { useInbox } from '../inbox-context.ts';

/** All bugs are resolved, as opposed to no reports at all. */
export function InboxZero({ filter }: { filter: BugFilter }) {
  const { catalogue } = useInbox();
  const project = catalogue.projects.find(({ id }) => id === filter.project_id);
  return (
    <Message title={project ? `No open bugs in ${visibleText(project.name)}` : 'Inbox zero'}>
      <p>No bugs are open or in progress. New reports appear here automatically.</p>
      <p>
        <Link to="/" search={placeOf({ ...filter, status: ['resolved'] }, catalogue)}>
          View resolved bugs
        </Link>
      </p>
    </Message>
  );
}
