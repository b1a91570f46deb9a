import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Combobox } from './combobox.ts';
import styles from './options.module.css';

/** Options that fit in the visible list. Rendered first; more are rendered beyond both edges while scrolling. */
const inSight = 12;
const beyond = 8;

export interface OptionGroup<Item> {
  /** Absent when there is only one group. */
  name?: string;
  items: readonly Item[];
}

interface Props<Item> {
  combobox: Combobox;
  groups: readonly OptionGroup<Item>[];
  className?: string | undefined;
  several?: boolean | undefined;
  keyOf(item: Item): string;
  /** Checked state, where it applies; otherwise the active option counts as selected. */
  isSelected?(item: Item): boolean | undefined;
  children(item: Item, at: number): ReactNode;
}

/** Grouped, virtualized list of a combobox. Only visible options and the active one are rendered. */
export function Options<Item>({ combobox, groups, ...props }: Props<Item>) {
  const { at: active, count, walked } = combobox;
  const list = useRef<HTMLDivElement>(null);
  const [{ from, to }, setDrawn] = useState({ from: 0, to: inSight });
  const look = () => {
    if (!list.current) return;
    // Rounded to steps, so that most scroll events do not rerender.
    const first = Math.floor(firstInSight(list.current) / 4) * 4;
    const next = { from: first - beyond, to: first + inSight + beyond };
    setDrawn((former) => (former.from === next.from && former.to === next.to ? former : next));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` reads only refs and current layout
  useLayoutEffect(() => {
    if (!walked) return;
    list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
    look();
  }, [walked]);

  let begin = 0;
  return (
    <div
      ref={list}
      className={`${styles.list} ${props.className}`}
      role="listbox"
      aria-multiselectable={props.several}
      onScroll={look}
      {...combobox.list}
    >
      {groups.map(({ name, items }) => {
        if (items.length === 0) return null;
        const start = begin;
        begin += items.length;
        let next = start;
        const options = items.flatMap((item, nth) => {
          const at = start + nth;
          if (at !== active && (at < from || at >= to)) return [];
          const skipped = at - next;
          next = at + 1;
          return (
            <div
              key={props.keyOf(item)}
              role="option"
              {...combobox.option(at)}
              aria-selected={props.isSelected?.(item) ?? at === active}
              aria-setsize={count}
              aria-posinset={at + 1}
              className={styles.option}
              data-active={at === active || undefined}
              style={skipped > 0 ? room('--before', skipped) : undefined}
              onPointerMove={() => combobox.point(at)}
              onClick={() => combobox.choose(at)}
            >
              {props.children(item, at)}
            </div>
          );
        });
        return (
          <div
            key={name ?? ''}
            {...(name ? { role: 'group', 'aria-label': name } : { role: 'presentation' })}
            data-count={items.length}
            className={styles.group}
            style={next < begin ? room('--after', begin - next) : undefined}
          >
            {name && (
              <div className={styles.name} aria-hidden="true">
                {name}
              </div>
            )}
            {options}
          </div>
        );
      })}
    </div>
  );
}

/** Spacer for options that are not rendered. */
const room = (where: '--before' | '--after', count: number) => ({ [where]: count }) as CSSProperties;

/** Options have equal height and follow their group heading. */
function firstInSight(list: HTMLElement): number {
  const height = list.querySelector<HTMLElement>('[role="option"]')?.offsetHeight ?? 1;
  let first = 0;
  for (const group of list.children as HTMLCollectionOf<HTMLElement>) {
    const count = Number(group.dataset.count);
    const top = group.offsetTop + group.offsetHeight - count * height;
    first += Math.min(count, Math.max(0, Math.floor((list.scrollTop - top) / height)));
  }
  return first;
}
