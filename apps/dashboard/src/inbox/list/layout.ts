/** How high the heading of a group is. */
export const headHeight = 32;

/** Where rows are placed: all of one height, with a heading before the first row of each group. */
export interface Layout {
  rowHeight: number;
  /** How much of the upper edge a heading covers. */
  covered: number;
  topOf(index: number): number;
  /** The row at a height, or the next one where a heading is. */
  indexAt(top: number): number;
}

/** `heads` are the first rows of groups, in order. */
export function layoutOf(rowHeight: number, heads: readonly number[]): Layout {
  return {
    rowHeight,
    covered: heads.length > 0 ? headHeight : 0,
    topOf: (index) => index * rowHeight + heads.filter((head) => head <= index).length * headHeight,
    indexAt(top) {
      for (let nth = heads.length - 1; nth >= 0; nth--) {
        const head = heads[nth] ?? 0;
        const rows = top - head * rowHeight - nth * headHeight;
        if (rows >= 0) return head + Math.max(0, Math.floor((rows - headHeight) / rowHeight));
      }
      return Math.floor(top / rowHeight);
    },
  };
}
