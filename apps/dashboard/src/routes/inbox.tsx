import { useQuery } from '@tanstack/react-query';
import { teamsQuery } from '../catalogue/queries.ts';
import { Button } from '../components/button.tsx';
import { Message } from '../components/message.tsx';
import styles from '../inbox/inbox.module.css';
import { InboxList } from '../inbox/inbox.tsx';
import { useInbox } from '../inbox/inbox-context.ts';

export function Inbox() {
  const { filter } = useInbox();
  const { error, refetch } = useQuery(teamsQuery);
  if (filter) return <InboxList filter={filter} />;
  // Where no team is known there is no list that could say what is wrong.
  return (
    error && (
      <main className={styles.main}>
        <Message title="Your teams could not be loaded">
          <p role="alert">{error.message}</p>
          <Button onClick={() => refetch()}>Try again</Button>
        </Message>
      </main>
    )
  );
}
