import type { components } from '@skep/client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { projectQuery, teamsQuery } from '../../catalogue/queries.ts';
import { Hex } from '../../components/hex.tsx';
import { Gone } from '../parts/gone.tsx';
import { isGone, Loads } from '../parts/loads.tsx';
import { Page } from '../parts/page.tsx';

export type Project = components['schemas']['ProjectDetail'];

/** Shared frame of the project pages: title, tabs and the not-found state. */
export function ProjectPage({ children }: { children: (project: Project) => ReactNode }) {
  const { projectId = '' } = useParams({ strict: false });
  const id = Number(projectId) || 0;
  const query = useQuery(projectQuery(id));
  const { data: teams } = useQuery(teamsQuery);
  if (isGone(query.error)) return <Gone what="Project" />;
  return (
    <Page
      title={query.data?.name ?? 'Project'}
      team={teams?.find(({ id }) => id === query.data?.team_id)?.name}
      mark={<Hex id={id} />}
      tabs={{
        label: 'Project pages',
        items: [
          { to: `/projects/${projectId}/settings`, name: 'Settings' },
          { to: `/projects/${projectId}/webhooks`, name: 'Webhooks' },
          { to: `/projects/${projectId}/start`, name: 'Install' },
        ],
      }}
    >
      <Loads query={query} what="the project" lines={6}>
        {children}
      </Loads>
    </Page>
  );
}
