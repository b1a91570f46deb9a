import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../catalogue/queries.ts';
import { NotFound } from '../../routes/not-found.tsx';
import { Loads } from '../parts/loads.tsx';
import { Page } from '../parts/page.tsx';

/** Frame of the operator pages. Other users get "Page not found". */
export function OperatorPage({ children }: { children: ReactNode }) {
  const query = useQuery(meQuery);
  if (query.data && !query.data.is_operator) return <NotFound />;
  return (
    <Page
      title="Operator"
      tabs={
        query.data && {
          label: 'Operator pages',
          items: [
            { to: '/operator', name: 'Overview' },
            { to: '/operator/teams', name: 'Teams' },
            { to: '/operator/users', name: 'Users' },
          ],
        }
      }
    >
      <Loads query={query} what="the overview" lines={6}>
        {() => children}
      </Loads>
    </Page>
  );
}
