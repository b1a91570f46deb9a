import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { teamsQuery } from '../catalogue/queries.ts';
import { Trouble } from '../components/trouble.tsx';
import { Main } from '../inbox/frame/main.tsx';
import styles from '../inbox/inbox.module.css';
import { InboxList } from '../inbox/inbox.tsx';
import { useInbox } from '../inbox/inbox-context.ts';
import { ListLoading } from '../inbox/list/loading.tsx';

export function Inbox() {
  const { filter } = useInbox();
  const { data: teams, error, refetch } = useQuery(teamsQuery);
  const isTeamless = teams?.length === 0;
  const router = useRouter();
  // Users without a team create one first.
  useEffect(() => {
    if (isTeamless) void router.navigate({ to: '/teams/new', search: {}, replace: true });
  }, [isTeamless, router]);
  if (filter) return <InboxList filter={filter} />;
  // Without a team there is no list to show the error in.
  return (
    <Main className={styles.main} aria-busy={!error}>
      {error ? (
        <Trouble
          title="Could not load your teams"
          problem={{ status: 0, ...(error.cause as { status?: number }), detail: error.message }}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={styles.waiting}>
          <ListLoading />
        </div>
      )}
    </Main>
  );
}
