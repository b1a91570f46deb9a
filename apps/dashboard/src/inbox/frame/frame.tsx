import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { ActionContext } from '../../actions/action-context.ts';
import { prefetchWhenCalm } from '../../actions/chunk.ts';
import { useLayer } from '../../actions/layers.ts';
import { OverlayHost } from '../../actions/overlay.tsx';
import { useKeys } from '../../actions/use-keys.ts';
import { afterContent } from '../../calm.ts';
import { useCatalogue, useTeamId } from '../../catalogue/use-catalogue.ts';
import { useStore } from '../../store/react.ts';
import { Elements } from '../elements.ts';
import { filterAt } from '../filter/address.ts';
import { InboxContext } from '../inbox-context.ts';
import { Places } from '../list/places.ts';
import { ListSelection } from '../selection/list-selection.ts';
import { Sidebar } from '../sidebar/sidebar.tsx';
import { Drawer } from './drawer.tsx';
import styles from './frame.module.css';
import { useAddress } from './use-address.ts';
import { useGo } from './use-go.ts';

/** Nothing is changed before the list is there, so what says how it went comes after it; the store keeps it until then. */
const Outcomes = lazy(async () => {
  await afterContent;
  const { Outcomes } = await import('../outcomes/outcomes.tsx');
  return { default: Outcomes };
});

/** What all pages of somebody who is signed in have around them, and what their actions stand on. */
export function Frame() {
  const store = useStore();
  const { address, page, openBug } = useAddress();
  const team = useTeamId(address);
  const catalogue = useCatalogue(team);
  const go = useGo();
  const [listSelection] = useState(() => new ListSelection());
  const [places] = useState(() => new Places());
  const [elements] = useState(() => new Elements());
  const filter = useMemo(
    () => (team === null ? null : { ...filterAt(address), team_id: team }),
    [address, team],
  );
  const parts = { store, catalogue, listSelection, elements, page, openBug };
  const actionContext = (): ActionContext => {
    if (page === 'settings') return { ...parts, go, target: null };
    const open = openBug === null ? null : { ids: [openBug] };
    // The cursor cannot follow to a bug that is not listed: what is done is meant for the one that is looked at.
    const isListed = openBug !== null && (listSelection.window?.indexOf(openBug) ?? -1) >= 0;
    const isMeant = page === 'bug' || (!isListed && listSelection.selectionSize === 0);
    return { ...parts, go, target: (isMeant && open) || (listSelection.target() ?? open) };
  };
  useKeys(actionContext);
  // A bug that fills the page is one layer above the same bug beside the list.
  useLayer(page === 'bug' && openBug !== null, () => openBug !== null && go.beside(openBug, 'replace'));
  useEffect(prefetchWhenCalm, []);

  return (
    <InboxContext value={{ ...parts, filter, group: address.group, go, places, actionContext }}>
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link, which the router would take for another page */}
      <a
        href="#main"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault();
          elements.get('main')?.focus();
        }}
      >
        Skip to content
      </a>
      <div className={styles.frame}>
        <Drawer>
          <Sidebar />
        </Drawer>
        <Outlet />
      </div>
      <OverlayHost />
      <Suspense>
        <Outcomes />
      </Suspense>
    </InboxContext>
  );
}
