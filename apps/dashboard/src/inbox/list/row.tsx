import { memo, useLayoutEffect, useRef } from 'react';
import { isText } from '../../actions/keys.ts';
import { useBugItem } from '../../store/react.ts';
import type { Elements } from '../elements.ts';
import type { ListSelection } from '../selection/list-selection.ts';
import { useListSelection } from '../selection/react.ts';
import { Cells } from './cells.tsx';
import { at, RowLoading } from './loading.tsx';
import styles from './row.module.css';

interface Props {
  id: number | undefined;
  index: number;
  /** How far under the upper edge of the list it begins. */
  top: number;
  listSelection: ListSelection;
  elements: Elements;
  /** Takes the tab key into the list as long as there is no cursor. */
  isFirst: boolean;
  projects: ReadonlyMap<number, string> | undefined;
  /** It no longer belongs here, and stays until one leaves. */
  isStale: boolean;
}

/** One place of the list. The bug in it is drawn anew when it changes, and nothing else is. */
export const Row = memo(function Row({ id, ...props }: Props) {
  return id === undefined ? (
    <RowLoading index={props.index} top={props.top} />
  ) : (
    <BugRow {...props} id={id} />
  );
});

function BugRow({
  id,
  index,
  top,
  listSelection,
  elements,
  projects,
  isFirst,
  isStale,
}: Props & { id: number }) {
  const bug = useBugItem(id);
  const isCursor = useListSelection(listSelection, ({ cursor }) => cursor === id);
  const isSelected = useListSelection(listSelection, (now) => now.isSelected(id));
  const row = useRef<HTMLDivElement>(null);

  // Focus goes with the cursor, except out of a text that is being written.
  useLayoutEffect(() => {
    if (isCursor && !isText(document.activeElement)) row.current?.focus({ preventScroll: true });
  }, [isCursor]);

  const isReached = isCursor || isFirst;
  const isThere = bug !== undefined;
  useLayoutEffect(
    () => (isReached && isThere && row.current ? elements.name('row', row.current) : undefined),
    [elements, isReached, isThere],
  );

  if (!bug) return <RowLoading index={index} top={top} />;
  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      tabIndex={isReached ? 0 : -1}
      className={styles.row}
      data-bug={id}
      data-cursor={isCursor || undefined}
      data-stale={isStale || undefined}
      style={at(top)}
      onFocus={(event) => event.target === row.current && listSelection.moveTo(id)}
    >
      <span role="gridcell" className={styles.check} data-check="">
        <input type="checkbox" tabIndex={-1} readOnly checked={isSelected} aria-label={`Select #${id}`} />
      </span>
      <Cells bug={bug} isStale={isStale} projects={projects} />
    </div>
  );
}
