import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { ActionContext } from '../../actions/action-context.ts';
import { prefetchWhenCalm } from '../../actions/chunk.ts';
import { useLayer } from '../../actions/layers.ts';
import { OverlayHost, overlay } from '../../actions/overlay.tsx';
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

/** No change is made before the list is shown, so the toasts load after it. The store keeps outcomes until then. */
const Outcomes = lazy(async () => {
  await afterContent;
  const { Outcomes } = await import('../outcomes/outcomes.tsx');
  return { default: Outcomes };
});

/** Layout of all signed-in pages, with the context of their actions. */
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
    // The cursor cannot move to a bug that is not listed, so actions apply to the open bug.
    const isListed = openBug !== null && (listSelection.window?.indexOf(openBug) ?? -1) >= 0;
    const isMeant = page === 'bug' || (!isListed && listSelection.selectionSize === 0);
    return { ...parts, go, target: (isMeant && open) || (listSelection.target() ?? open) };
  };
  useKeys(actionContext);
  // A full-page bug is one layer above the same bug in the panel.
  useLayer(page === 'bug' && openBug !== null, () => openBug !== null && go.beside(openBug, 'replace'));
  useEffect(prefetchWhenCalm, []);
  useEffect(() => {
    overlay.fallback = () => (listSelection.cursor === null ? null : elements.get('row'));
  }, [listSelection, elements]);

  return (
    <InboxContext value={{ ...parts, filter, group: address.group, go, places, actionContext }}>
      {/* biome-ignore lint/a11y/useValidAnchor: the router would treat the skip link as navigation */}
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
