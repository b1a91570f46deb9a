import { Link } from '../../components/link.tsx';
import { Message } from '../../components/message.tsx';
import { visibleText } from '../../components/visible-text.ts';

/** A saved view that matches nothing at the moment. */
export const EmptyView = ({ name }: { name: string }) => (
  <Message title={`No bugs in ${visibleText(name)}`}>
    <p>Nothing matches this view at the moment. New matches will show up here by themselves.</p>
    <p>
      <Link to="/">Go to the inbox</Link>
    </p>
  </Message>
);
