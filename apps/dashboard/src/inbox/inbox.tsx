import { lazy, useEffect } from 'react';
import { contentIsThere, whenCalm } from '../calm.ts';
import { Loaded } from '../components/loaded.tsx';
import { useMedia } from '../components/use-media.ts';
import { useListWindow } from '../store/react.ts';
import type { BugFilter } from '../store/types.ts';
import beside from './beside/beside.module.css';
import { useFollow } from './beside/use-follow.ts';
import { restoreWidth } from './beside/width.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { FilterBar } from './filter-bar/filter-bar.tsx';
import { Main } from './frame/main.tsx';
import { Header } from './header/header.tsx';
import styles from './inbox.module.css';
import { useInbox } from './inbox-context.ts';
import { Grid } from './list/grid.tsx';
import { ListLoading } from './list/loading.tsx';
import { useCalmWindow } from './list/use-calm-window.ts';

const loadBeside = () => import('./beside/beside.tsx');
const Beside = lazy(() => loadBeside().then(({ Beside }) => ({ default: Beside })));
whenCalm.then(loadBeside).then(
  ({ prefetchPanel }) => prefetchPanel(),
  () => undefined,
);
const GroupedGrid = lazy(() =>
  import('./list/groups/grouped-grid.tsx').then(({ GroupedGrid }) => ({ default: GroupedGrid })),
);
const Nothing = lazy(() => import('./empty/nothing.tsx').then(({ Nothing }) => ({ default: Nothing })));

/** The list of a filter, with its header, filter bar and panel. */
export function InboxList({ filter }: { filter: BugFilter }) {
  const { listSelection, places, go, openBug, group } = useInbox();
  const wanted = useListWindow(filter);
  const list = useCalmWindow(wanted);
  const isPhone = useMedia('(max-width: 700px)');
  // A grouped list has its own row order, so it registers itself with the selection.
  useEffect(() => {
    if (!group) listSelection.look(list);
  }, [listSelection, list, group]);
  useFollow(list);
  // An empty list has no rows that could move, so new reports show immediately.
  const comesFirst = list.status === 'ready' && list.length === 0 && list.newCount > 0;
  useEffect(() => {
    if (comesFirst) list.showNew();
  }, [list, comesFirst]);

  const isThere = list.status !== 'loading';
  useEffect(() => {
    if (isThere) contentIsThere();
  }, [isThere]);

  const isEmpty = list.length === 0;
  const open = isPhone ? go.full : go.beside;
  return (
    <>
      <Main className={styles.main} aria-busy={list !== wanted}>
        <Header list={wanted} filter={filter} />
        <FilterBar list={list} filter={filter} />
        {!isThere && list.length === 0 ? (
          <ListLoading />
        ) : isEmpty ? (
          <Loaded>
            <Nothing list={list} filter={filter} />
          </Loaded>
        ) : group ? (
          <Loaded fallback={<ListLoading />}>
            <GroupedGrid key={group} list={list} group={group} open={open} />
          </Loaded>
        ) : (
          <Grid list={list} listSelection={listSelection} places={places} open={open} />
        )}
        <BulkBar />
      </Main>
      {openBug !== null && (
        <aside ref={restoreWidth} className={beside.beside} aria-label={`Bug ${openBug}`}>
          <Loaded of={openBug}>
            <Beside id={openBug} />
          </Loaded>
        </aside>
      )}
    </>
  );
}
