import { InboxList } from '../inbox/inbox.tsx';
import { useInbox } from '../inbox/inbox-context.ts';

export function Inbox() {
  const { filter } = useInbox();
  return filter && <InboxList filter={filter} />;
}
