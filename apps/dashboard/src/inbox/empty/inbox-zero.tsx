import { Link } from '../../components/link.tsx';
import { Message } from '../../components/message.tsx';
import { visibleText } from '../../components/visible-text.ts';
import type { BugFilter } from '../../store/types.ts';
import { placeOf } from '../filter/place.ts';
import { useInbox } from '../inbox-context.ts';

/** Everything that was reported has been dealt with, which is another thing than no reports at all. */
export function InboxZero({ filter }: { filter: BugFilter }) {
  const { catalogue } = useInbox();
  const project = catalogue.projects.find(({ id }) => id === filter.project_id);
  return (
    <Message title={project ? `Nothing to do in ${visibleText(project.name)}` : 'Inbox zero'}>
      <p>Nothing is open or in progress. New reports will show up here by themselves.</p>
      <p>
        <Link to="/" search={placeOf({ ...filter, status: ['resolved'] }, catalogue)}>
          View resolved bugs
        </Link>
      </p>
    </Message>
  );
}
