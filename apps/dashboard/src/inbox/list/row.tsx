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
  /** Offset from the top of the list, in pixels. */
  top: number;
  listSelection: ListSelection;
  elements: Elements;
  /** Whether this row is in the tab order, which the first row is while there is no cursor. */
  isFirst: boolean;
  projects: ReadonlyMap<number, string> | undefined;
  /** Whether the bug no longer matches. Its row stays until the list is left. */
  isStale: boolean;
}

/** A row of the virtual list. It re-renders only when its own bug, cursor or selection state changes. */
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

  // Focus follows the cursor, except out of a text field.
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
