import { useMedia } from '../../components/use-media.ts';
import grid from './grid.module.css';
import styles from './row.module.css';

/** Position of a row. */
export const at = (top: number) => ({ '--top': `${top}px` }) as React.CSSProperties;

/** Height of a row. */
export const useRowHeight = () => (useMedia('(max-width: 700px)') ? 58 : 40);

/** Shown with a CSS delay, so that fast loads do not flash. */
export function RowLoading({ index, top }: { index: number; top: number }) {
  return (
    <div role="row" aria-rowindex={index + 1} aria-busy="true" className={styles.row} style={at(top)}>
      <span role="gridcell" className={styles.bones}>
        <span className="visually-hidden">Loading</span>
      </span>
    </div>
  );
}

/** Skeleton of the list. */
export function ListLoading() {
  const height = useRowHeight();
  const style = { '--total': `${rows * height}px`, '--height': `${height}px` } as React.CSSProperties;
  return (
    <div className={grid.loading} role="status" aria-label="Loading list">
      <div className={grid.grid} style={style} aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the skeleton rows have no identity but their index
          <div key={index} className={styles.row} style={at(index * height)}>
            <span className={styles.bones} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Enough rows to fill a screen. */
const rows = 12;
