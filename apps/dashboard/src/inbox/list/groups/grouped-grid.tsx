import type { BugGroup } from '@skep/vocabulary';
import { type ReactNode, useEffect, useMemo, useReducer } from 'react';
import { Button } from '../../../components/button.tsx';
import { Text } from '../../../components/text.tsx';
import type { ListWindow } from '../../../store/list.ts';
import { useStore } from '../../../store/react.ts';
import { countWords } from '../../filter/count-words.ts';
import { useInbox } from '../../inbox-context.ts';
import { Grid } from '../grid.tsx';
import { headHeight, layoutOf } from '../layout.ts';
import { useRowHeight } from '../loading.tsx';
import styles from './grouped-grid.module.css';
import { type Group, GroupedWindow } from './grouped-window.ts';
import { kindOf } from './kinds.tsx';

interface Props {
  list: ListWindow;
  group: BugGroup;
  open(id: number): void;
}

/** The grouped list, with sticky headings. */
export function GroupedGrid({ list, group, open }: Props) {
  const { listSelection, places } = useInbox();
  const { grouped, headOf } = useGrouped(list, group);
  useEffect(() => listSelection.look(grouped), [listSelection, grouped]);
  // The rows may already be loaded, and then no event causes a render.
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const loadMore = () => {
    grouped.loadMore();
    redraw();
  };

  const height = useRowHeight();
  const heads = grouped.groups.map(({ from }) => from);
  const layout = layoutOf(height, heads);
  const more = grouped.isByDemand && (
    <div className={styles.more}>
      <span>
        {grouped.loaded.toLocaleString('en')} of{' '}
        {countWords({ total: list.total, total_capped: list.capped })} loaded
      </span>
      <Button onClick={loadMore}>Load more</Button>
    </div>
  );
  return (
    <Grid list={grouped} listSelection={listSelection} places={places} open={open} heads={heads} after={more}>
      {grouped.groups.map((one) => (
        <Heading
          key={one.key}
          {...headOf(one.key)}
          count={one.count}
          isOpen={one.isOpen}
          top={layout.topOf(one.from) - headHeight}
          tall={one.count * height}
        />
      ))}
    </Grid>
  );
}

/** Groups of the list and their headings. */
function useGrouped(list: ListWindow, group: BugGroup) {
  const store = useStore();
  const { projects, members, me } = useInbox().catalogue;
  const { sort } = list.filter;
  const { version } = list;
  const { keyOf, compare, headOf } = useMemo(
    () => kindOf(group, sort, { projects, members, me }),
    [group, sort, projects, members, me],
  );
  const grouped = useMemo(() => {
    const keyOfId = (id: number) => {
      const bug = store.item(id);
      return bug && keyOf(bug);
    };
    return new GroupedWindow({ list, keyOf: keyOfId, compare });
  }, [store, list, keyOf, compare]);
  // One page may not contain all requested rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means that a page may have arrived
  useEffect(() => {
    if (compare) grouped.ensure(0, 0);
  }, [grouped, compare, version]);
  return { grouped, headOf };
}

interface HeadingProps extends Pick<Group, 'count' | 'isOpen'> {
  icon?: ReactNode;
  name: string;
  top: number;
  /** Total height of the rows. */
  tall: number;
}

function Heading({ icon, name, count, isOpen, top, tall }: HeadingProps) {
  const style = { '--top': `${top}px`, '--tall': `${tall}px` } as React.CSSProperties;
  return (
    <div role="row" className={styles.group} style={style}>
      <span role="rowheader" className={styles.head}>
        {icon && <span aria-hidden="true">{icon}</span>}
        <Text>{name}</Text>
        <span className={styles.count} title={isOpen ? 'There may be more' : undefined}>
          {count.toLocaleString('en')}
          {isOpen && '+'}
        </span>
      </span>
    </div>
  );
}
