import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { whenCalm } from '../../calm.ts';
import type { ListWindow } from '../../store/list.ts';
import type { BugFilter } from '../../store/types.ts';
import { useInbox } from '../inbox-context.ts';
import type { ListSelection } from '../selection/list-selection.ts';
import styles from './grid.module.css';
import { type Layout, layoutOf } from './layout.ts';
import { loadAtRest } from './load-at-rest.ts';
import { useRowHeight } from './loading.tsx';
import { anchorAt, type Places, reveal, scrolledFor } from './places.ts';
import { Row } from './row.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import { usePress } from './use-press.ts';

/** Overscan: rows to render beyond both edges of the viewport, so that a scroll step finds them rendered. */
const maxBeyond = 10;

/** Rounds to multiples of four rows, so that most scroll events cause no render. */
function rowsIn(top: number, clientHeight: number, layout: Layout): { from: number; to: number } {
  const from = Math.floor(layout.indexAt(top) / 4) * 4;
  return { from, to: from + Math.ceil(clientHeight / layout.rowHeight / 4) * 4 + 4 };
}

interface Props {
  list: ListWindow;
  listSelection: ListSelection;
  places: Places;
  open(id: number): void;
  /** Indexes of the first rows of groups, which have a heading above them. */
  heads?: readonly number[];
  children?: ReactNode;
  /** Rendered after the last row. */
  after?: ReactNode;
}

const none: readonly number[] = [];

/** The virtual list of bugs, as an ARIA grid with keyboard navigation. */
export function Grid({ list, listSelection, places, open, heads = none, children, after }: Props) {
  const { length, total, capped } = list;
  const { elements } = useInbox();
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => (scroller.current ? elements.name('list', scroller.current) : undefined), [elements]);
  const height = useRowHeight();
  const layout = layoutOf(height, heads);
  const seen = useRowsInSight(scroller, list, places, layout);
  // Overscan starts at 0, so that invisible rows do not delay the first paint.
  const [beyond, setBeyond] = useState(0);
  useEffect(() => void whenCalm.then(() => setBeyond(maxBeyond)), []);
  const press = usePress(listSelection, list, open);
  const onKeyDown = useGridKeys(listSelection, scroller, height);
  const cursor = useCursorPlace(listSelection, scroller, layout, length);
  const projects = useProjectNames(list.filter);

  const from = Math.max(0, seen.from - beyond);
  const to = Math.min(length, seen.to + beyond);
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  // The focused row stays in the DOM even when it is scrolled out of the viewport.
  if (cursor >= 0 && cursor < length && (cursor < from || cursor >= to)) indexes.push(cursor);

  const style = { '--total': `${layout.topOf(length)}px`, '--height': `${height}px` };
  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="grid"
        aria-label="Bugs"
        aria-rowcount={capped ? -1 : total}
        aria-multiselectable="true"
        className={`${styles.grid} ${projects ? styles.mixed : ''}`}
        style={style as React.CSSProperties}
        {...press}
        onKeyDown={onKeyDown}
      >
        {children}
        {indexes.map((index) => {
          const id = list.idAt(index);
          return (
            <Row
              key={id ?? `place ${index}`}
              id={id}
              index={index}
              top={layout.topOf(index)}
              listSelection={listSelection}
              elements={elements}
              projects={projects}
              isFirst={index === 0 && cursor < 0}
              isStale={id !== undefined && list.isStale(id)}
            />
          );
        })}
      </div>
      {after}
    </div>
  );
}

/** Tracks the rows in the viewport and loads them. Scroll anchoring keeps them in place when rows above them change. */
function useRowsInSight(
  scroller: React.RefObject<HTMLDivElement | null>,
  list: ListWindow,
  places: Places,
  layout: Layout,
): { from: number; to: number } {
  const { length, version } = list;
  const [seen, setSeen] = useState(() => rowsIn(0, innerHeight, layout));
  const look = useEffectEvent((load: (from: number, to: number) => void) => {
    const element = scroller.current;
    if (!element) return;
    places.keep(list, { top: element.scrollTop, anchor: anchorAt(element, list, layout) });
    const { from, to } = rowsIn(element.scrollTop, element.clientHeight, layout);
    setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
    load(from, to);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another row height changes which rows are in the viewport
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = places.of(list)?.top ?? 0;
    const load = loadAtRest((from, to) => list.ensure(from, to));
    const onLook = () => look(load);
    onLook();
    element.addEventListener('scroll', onLook, { passive: true });
    const size = new ResizeObserver(onLook);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', onLook);
      size.disconnect();
      load.stop();
    };
  }, [scroller, list, places, layout.rowHeight]);

  const hold = useEffectEvent(() => {
    const element = scroller.current;
    const anchor = places.of(list)?.anchor;
    if (!element || !anchor || length === 0) return;
    const top = scrolledFor(anchor, list, layout);
    if (top !== null && Math.abs(top - element.scrollTop) >= 1) element.scrollTop = top;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means that rows may have changed
  useLayoutEffect(() => hold(), [list, places, layout.rowHeight, length, version]);
  return seen;
}

/** Names of the team's projects, or undefined if the list has bugs of only one. */
function useProjectNames({ project_id }: BugFilter): ReadonlyMap<number, string> | undefined {
  const { projects, team } = useInbox().catalogue;
  return useMemo(() => {
    const own = projects.filter(({ team_id }) => team_id === team.id);
    const isMixed = own.length > 1 && project_id === undefined;
    return isMixed ? new Map(own.map(({ id, name }) => [id, name])) : undefined;
  }, [projects, team.id, project_id]);
}

/** Index of the cursor. When the cursor moves, the list scrolls as far as needed to show it. */
function useCursorPlace(
  listSelection: ListSelection,
  scroller: React.RefObject<HTMLDivElement | null>,
  layout: Layout,
  length: number,
): number {
  const [place, setPlace] = useState(listSelection.place);
  const before = useRef(listSelection.cursor);
  const look = useEffectEvent(() => {
    const now = listSelection.place;
    setPlace(now);
    if (listSelection.cursor === before.current) return;
    before.current = listSelection.cursor;
    if (scroller.current && now >= 0) reveal(scroller.current, now, layout);
  });
  useEffect(() => {
    look();
    return listSelection.subscribe(() => look());
  }, [listSelection]);
  return length === 0 ? -1 : place;
}
