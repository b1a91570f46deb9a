import type { components } from '@skep/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../catalogue/queries.ts';
import { Loads } from '../parts/loads.tsx';
import { Page } from '../parts/page.tsx';

export type Me = components['schemas']['Me'];

/** What all pages about oneself share. */
export function MePage({ children }: { children: (me: Me) => ReactNode }) {
  // Whether there is a password may have changed in another tab, of which no live event tells.
  const query = useQuery({ ...meQuery, staleTime: 0 });
  return (
    <Page
      title="You"
      tabs={{
        label: 'Pages about you',
        items: [
          { to: '/me/settings', name: 'Settings' },
          { to: '/me/settings/mcp', name: 'MCP tokens' },
        ],
      }}
    >
      <Loads query={query} what="Your settings" lines={6}>
        {children}
      </Loads>
    </Page>
  );
}
