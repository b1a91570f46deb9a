import type { components } from '@skep/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../catalogue/queries.ts';
import { Loads } from '../parts/loads.tsx';
import { Page } from '../parts/page.tsx';
import { Tab, Tabs } from '../parts/tabs.tsx';

export type Me = components['schemas']['Me'];

/** What all pages about oneself share. */
export function MePage({ children }: { children: (me: Me) => ReactNode }) {
  // Whether there is a password may have changed in another tab, of which no live event tells.
  const query = useQuery({ ...meQuery, staleTime: 0 });
  return (
    <Page
      title="You"
      tabs={
        <Tabs label="Pages about you">
          <Tab to="/me/settings">Settings</Tab>
          <Tab to="/me/settings/mcp">MCP tokens</Tab>
        </Tabs>
      }
    >
      <Loads query={query} what="Your settings" lines={6}>
        {children}
      </Loads>
    </Page>
  );
}
