import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { whenCalm } from '../../calm.ts';
import type { BugFilter, ListWindow } from '../../store/types.ts';
import { useInbox } from '../inbox-context.ts';
import type { Triage } from '../triage/triage.ts';
import styles from './grid.module.css';
import { loadAtRest } from './load-at-rest.ts';
import { useRowHeight } from './loading.tsx';
import { anchorAt, type Places, reveal, scrolledFor } from './places.ts';
import { Row } from './row.tsx';
import { useGridKeys } from './use-grid-keys.ts';
import { usePress } from './use-press.ts';

/** Rows that are rendered beyond both edges, so that a step or a turn of the wheel finds them ready. */
const mostBeyond = 10;

/** In steps of some rows, so that most scroll events render nothing. */
function rowsIn(top: number, clientHeight: number, height: number): { from: number; to: number } {
  const from = Math.floor(top / height / 4) * 4;
  return { from, to: from + Math.ceil(clientHeight / height / 4) * 4 + 4 };
}

interface Props {
  list: ListWindow;
  triage: Triage;
  places: Places;
  open(id: number): void;
}

/** The list: a window of fixed rows over all that match, as a grid that one walks through with the keyboard. */
export function Grid({ list, triage, places, open }: Props) {
  const { length, total, capped, version } = list;
  const scroller = useRef<HTMLDivElement>(null);
  const height = useRowHeight();
  const [seen, setSeen] = useState(() => rowsIn(0, innerHeight, height));
  // The first paint is not kept waiting for rows that cannot be seen.
  const [beyond, setBeyond] = useState(0);
  useEffect(() => void whenCalm.then(() => setBeyond(mostBeyond)), []);
  const press = usePress(triage, list, open);
  const onKeyDown = useGridKeys(triage, scroller, height);
  const cursor = useCursorPlace(triage, scroller, height, length);
  const projects = useProjectNames(list.filter);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    element.scrollTop = places.of(list)?.top ?? 0;
    const look = () => {
      places.keep(list, { top: element.scrollTop, anchor: anchorAt(element, list, height) });
      const { from, to } = rowsIn(element.scrollTop, element.clientHeight, height);
      setSeen((before) => (before.from === from && before.to === to ? before : { from, to }));
      load(from, to);
    };
    const load = loadAtRest((from, to) => list.ensure(from, to));
    look();
    element.addEventListener('scroll', look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      size.disconnect();
      load.stop();
    };
  }, [list, places, height]);

  // Rows that come or go above what one looks at do not move it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version says that there may be such rows
  useLayoutEffect(() => {
    const element = scroller.current;
    const anchor = places.of(list)?.anchor;
    if (!element || !anchor || length === 0) return;
    const top = scrolledFor(anchor, list, height);
    if (top !== null && Math.abs(top - element.scrollTop) >= 1) element.scrollTop = top;
  }, [list, places, height, length, version]);

  const from = Math.max(0, seen.from - beyond);
  const to = Math.min(length, seen.to + beyond);
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  // The row with the focus stays in the document, wherever one has scrolled to.
  if (cursor >= 0 && cursor < length && (cursor < from || cursor >= to)) indexes.push(cursor);

  return (
    <div ref={scroller} className={styles.scroller}>
      <div
        role="grid"
        aria-label="Bugs"
        aria-rowcount={capped ? -1 : total}
        aria-multiselectable="true"
        className={`${styles.grid} ${projects ? styles.mixed : ''}`}
        style={{ '--rows': length, '--height': `${height}px` } as React.CSSProperties}
        {...press}
        onKeyDown={onKeyDown}
      >
        {indexes.map((index) => {
          const id = list.idAt(index);
          return (
            <Row
              key={id ?? `place ${index}`}
              id={id}
              index={index}
              triage={triage}
              projects={projects}
              isFirst={index === 0 && cursor < 0}
              isStale={id !== undefined && list.isStale(id)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The names of the team's projects; none where the list has bugs of only one. */
function useProjectNames({ project_id }: BugFilter): ReadonlyMap<number, string> | undefined {
  const { projects, team } = useInbox().catalogue;
  return useMemo(() => {
    const own = projects.filter(({ team_id }) => team_id === team.id);
    const isMixed = own.length > 1 && project_id === undefined;
    return isMixed ? new Map(own.map(({ id, name }) => [id, name])) : undefined;
  }, [projects, team.id, project_id]);
}

/** Where the cursor is. When it goes somewhere, the list is scrolled just as far as needed to show it. */
function useCursorPlace(
  triage: Triage,
  scroller: React.RefObject<HTMLDivElement | null>,
  height: number,
  length: number,
): number {
  const [place, setPlace] = useState(triage.place);
  const before = useRef(triage.cursor);
  useEffect(() => {
    const look = () => {
      const now = triage.place;
      setPlace(now);
      if (triage.cursor === before.current) return;
      before.current = triage.cursor;
      if (scroller.current && now >= 0) reveal(scroller.current, now, height);
    };
    look();
    return triage.subscribe(look);
  }, [triage, scroller, height]);
  return length === 0 ? -1 : place;
}
