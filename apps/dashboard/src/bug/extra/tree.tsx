import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Json } from '../../json.ts';
import { CopyButton } from '../copy-button.tsx';
import { TreeRow } from './row.tsx';
import { folded, isFoldable, pageOfValues, type Row, type Unfolding, visibleRows } from './rows.ts';
import styles from './tree.module.css';

/** JSON as an ARIA tree with arrow keys. The line below shows the path of the selected value and copies it. */
export function ExtraTree({ root }: { root: Json }) {
  const { rows, open, showMore } = useRows(root);
  const [chosen, setChosen] = useState<string>();
  const tree = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ path }) => path === chosen),
  );
  const row = rows[at];

  const moveTo = (index: number) => {
    const target = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!target) return;
    setChosen(target.path);
    tree.current?.querySelector<HTMLElement>(`[data-at="${rows.indexOf(target)}"]`)?.focus();
  };
  const press = (pressed: Row) => {
    setChosen(pressed.path);
    if (pressed.kind === 'more') showMore(pressed.path.slice(0, -1));
    else if (isFoldable(pressed.value)) open(pressed, !pressed.isOpen);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!row || event.altKey || event.ctrlKey || event.metaKey) return;
    const isOpen = row.kind === 'value' && row.isOpen;
    const steps: Record<string, () => void> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      Enter: () => press(row),
      ' ': () => press(row),
      ArrowRight: () => (isOpen ? moveTo(at + 1) : press(row)),
      ArrowLeft: () =>
        isOpen
          ? open(row, false)
          : moveTo(rows.findLastIndex((one, nth) => nth < at && one.depth < row.depth)),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };
  /** Copies the selected value when no text is selected. */
  const onCopy = (event: ClipboardEvent) => {
    if (row?.kind !== 'value' || getSelection()?.toString()) return;
    event.clipboardData.setData('text/plain', copiedText(row.value));
    event.preventDefault();
  };

  return (
    <div className={styles.box}>
      <div
        ref={tree}
        role="tree"
        aria-label="Extra"
        className={styles.tree}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
      >
        {rows.map((one, nth) => (
          <TreeRow key={one.path} row={one} at={nth} isChosen={nth === at} press={press} />
        ))}
      </div>
      {row?.kind === 'value' && chosen !== undefined && (
        <footer className={styles.footer}>
          <code className={styles.path}>
            <bdi>{row.path}</bdi>
          </code>
          <CopyButton text={row.path} what="">
            Copy path
          </CopyButton>
          <CopyButton text={() => copiedText(row.value)} what="">
            Copy value
          </CopyButton>
        </footer>
      )}
    </div>
  );
}

/** Visible rows and the functions that expand or collapse them. */
function useRows(root: Json) {
  const [unfolding, setUnfolding] = useState<Unfolding>(folded);
  const rows = useMemo(() => visibleRows(root, unfolding), [root, unfolding]);
  const open = ({ path }: Row, isOpen: boolean) =>
    setUnfolding((before) => ({ ...before, open: new Map(before.open).set(path, isOpen) }));
  const showMore = (path: string) =>
    setUnfolding((before) => ({
      ...before,
      shown: new Map(before.shown).set(path, (before.shown.get(path) ?? pageOfValues) * 2),
    }));
  return { rows, open, showMore };
}

/** Strings are copied without quotes, other values as raw JSON. */
const copiedText = (value: Json): string => (value.kind === 'string' ? value.value : value.text);
