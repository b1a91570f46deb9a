import { memo } from 'react';
import { visibleText } from '../../components/visible-text.ts';
import { cut } from '../../cut.ts';
import type { Json } from '../../json.ts';
import { childCount, isFoldable, longestText, type Row } from './rows.ts';
import styles from './tree.module.css';

interface Props {
  row: Row;
  at: number;
  /** Whether this row is the tab stop of the tree. */
  isChosen: boolean;
  press(row: Row): void;
}

/** Maximum indentation, so that deeply nested values keep enough width. */
const deepestIndent = 12;

export const TreeRow = memo(function TreeRow({ row, at, isChosen, press }: Props) {
  const isOpen = row.kind === 'value' && isFoldable(row.value) ? row.isOpen : undefined;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys
    <div
      role="treeitem"
      className={styles.row}
      data-at={at}
      tabIndex={isChosen ? 0 : -1}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={isChosen}
      aria-expanded={isOpen}
      style={{ '--depth': Math.min(row.depth, deepestIndent) } as React.CSSProperties}
      onClick={() => press(row)}
    >
      {row.kind === 'more' ? (
        <span className={styles.more}>{row.hidden.toLocaleString('en')} more</span>
      ) : (
        <>
          <span className={styles.key}>
            <bdi>{visibleText(row.label)}</bdi>
          </span>
          <Value value={row.value} isOpen={row.isOpen} />
        </>
      )}
    </div>
  );
});

function Value({ value, isOpen }: { value: Json; isOpen: boolean }) {
  if (value.kind === 'object' || value.kind === 'array') {
    const count = childCount(value);
    const [open, close, one, many] =
      value.kind === 'object' ? ['{', '}', 'key', 'keys'] : ['[', ']', 'item', 'items'];
    if (isOpen) return <span className={styles.count}>{open}</span>;
    return (
      <span className={styles.count}>
        {count ? `${open} ${count.toLocaleString('en')} ${count === 1 ? one : many} ${close}` : open + close}
      </span>
    );
  }
  const text = isFoldable(value) && !isOpen ? `${cut(value.text, longestText)}…` : value.text;
  return (
    <span className={styles[value.kind]}>
      <bdi>{visibleText(text)}</bdi>
    </span>
  );
}
