/** Height of a group heading, in pixels. */
export const headHeight = 32;

/** Positions of rows: all have the same height, with a heading before the first row of each group. */
export interface Layout {
  rowHeight: number;
  /** Height of the sticky heading, which covers the top of the viewport. */
  covered: number;
  topOf(index: number): number;
  /** The row at a scroll offset, or the next row if a heading is there. */
  indexAt(top: number): number;
}

/** `heads` are the indexes of the first rows of groups, in order. */
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
