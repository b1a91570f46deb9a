import type { components } from '@skep/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../catalogue/queries.ts';
import { Loads } from '../parts/loads.tsx';
import { Page } from '../parts/page.tsx';

export type Me = components['schemas']['Me'];

/** Shared frame of the account pages. */
export function MePage({ children }: { children: (me: Me) => ReactNode }) {
  // has_password may have changed in another tab, and no live event reports that.
  const query = useQuery({ ...meQuery, staleTime: 0 });
  return (
    <Page
      title="Account"
      tabs={{
        label: 'Account pages',
        items: [
          { to: '/me/settings', name: 'Settings' },
          { to: '/me/settings/mcp', name: 'MCP tokens' },
        ],
      }}
    >
      <Loads query={query} what="account settings" lines={6}>
        {children}
      </Loads>
    </Page>
  );
}
