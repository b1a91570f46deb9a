import type { components } from '@skep/client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TeamHex } from '../../components/hex.tsx';
import { Gone } from '../parts/gone.tsx';
import { isGone, Loads } from '../parts/loads.tsx';
import { Page } from '../parts/page.tsx';
import { teamQuery } from './queries.ts';

export type Team = components['schemas']['Team'];

interface Props {
  /** Page title, when it is not a settings page. */
  page?: string;
  children: (team: Team) => ReactNode;
}

/** Shared frame of the team pages. */
export function TeamPage({ page, children }: Props) {
  const { teamId = '' } = useParams({ strict: false });
  const query = useQuery(teamQuery(Number(teamId) || 0));
  if (isGone(query.error)) return <Gone what="Team" />;
  return (
    <Page
      title={page ?? query.data?.name ?? 'Team'}
      team={query.data?.name}
      mark={query.data && <TeamHex name={query.data.name} />}
      tabs={page === undefined ? tabsOf(teamId) : undefined}
    >
      <Loads query={query} what="the team" lines={6}>
        {children}
      </Loads>
    </Page>
  );
}

const tabsOf = (teamId: string) => ({
  label: 'Team pages',
  items: [
    { to: `/teams/${teamId}/settings`, name: 'Settings' },
    { to: `/teams/${teamId}/members`, name: 'Members' },
    { to: `/teams/${teamId}/labels`, name: 'Labels' },
  ],
});
