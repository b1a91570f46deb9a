import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { teamsQuery } from '../catalogue/queries.ts';
import { Trouble } from '../components/trouble.tsx';
import styles from '../inbox/inbox.module.css';
import { InboxList } from '../inbox/inbox.tsx';
import { useInbox } from '../inbox/inbox-context.ts';
import { ListLoading } from '../inbox/list/loading.tsx';

export function Inbox() {
  const { filter } = useInbox();
  const { data: teams, error, refetch } = useQuery(teamsQuery);
  if (filter) return <InboxList filter={filter} />;
  // Whoever has left all teams makes one.
  if (teams?.length === 0) return <Navigate to="/teams/new" search={{}} replace />;
  // Where no team is known there is no list that could say what is wrong.
  return (
    <main className={styles.main} aria-busy={!error}>
      {error ? (
        <Trouble
          title="Your teams could not be loaded"
          problem={{ status: 0, ...(error.cause as { status?: number }), detail: error.message }}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={styles.waiting}>
          <ListLoading />
        </div>
      )}
    </main>
  );
}
