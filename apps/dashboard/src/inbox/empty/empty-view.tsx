import { Link } from '../../components/link.tsx';
import { Message } from '../../components/message.tsx';
import { visibleText } from '../../components/visible-text.ts';

/** Empty state of a saved view. */
export const EmptyView = ({ name }: { name: string }) => (
  <Message title={`No bugs in ${visibleText(name)}`}>
    <p>No bugs match this view. New matches appear here automatically.</p>
    <p>
      <Link to="/">Go to inbox</Link>
    </p>
  </Message>
);
