import type { ReadRanges } from './read-ranges.ts';
import type { SparseList } from './sparse-list.ts';

/** Rows that are to be read. */
export interface Wanted {
  from: number;
  to: number;
  /** They are loaded and in doubt: everything below this id is to be read, or from the top on when it is infinite. */
  below?: number;
}

/**
 * The first row in a range that has not been read again. With each row goes what may have come between it and the row above,
 * and with the last one what may have come at the end.
 */
export function nextUnread(
  list: Pick<SparseList, 'length' | 'idAt' | 'isTopKnown' | 'isEndKnown'>,
  read: ReadRanges,
  from: number,
  to: number,
): Wanted | undefined {
  const end = Math.min(to, list.length);
  for (let index = Math.max(0, from); index < end; index++) {
    const id = list.idAt(index);
    if (id === undefined) continue;
    const highest =
      index === 0 && list.isTopKnown ? Number.POSITIVE_INFINITY : (list.idAt(index - 1) ?? id + 1) - 1;
    const unread = read.highestUnread({ lowest: id, highest });
    if (unread !== undefined) return { from: index, to: end, below: unread + 1 };
  }
  if (to < list.length || !list.isEndKnown) return undefined;
  const last = list.idAt(list.length - 1);
  const highest = last === undefined ? Number.POSITIVE_INFINITY : last - 1;
  const unread = read.highestUnread({ lowest: 0, highest });
  return unread === undefined ? undefined : { from: list.length, to: list.length, below: unread + 1 };
}
