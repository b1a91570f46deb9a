import { Link } from '../../components/link.tsx';
import { Message } from '../../components/message.tsx';
import { placeOf } from '../filter/place.ts';
import { useInbox } from '../inbox-context.ts';

/** Empty state of "Assigned to me". */
export function NoneAssigned() {
  const { catalogue } = useInbox();
  const nobodys = { team_id: catalogue.team.id, assignee_id: 'none' as const };
  return (
    <Message title="Nothing assigned to you">
      <p>Bugs assigned to you appear here.</p>
      <p>
        <Link to="/" search={placeOf(nobodys, catalogue)}>
          View unassigned bugs
        </Link>
      </p>
    </Message>
  );
}
