import type { Json } from '../../json.ts';

/** A row of the tree: a value with its key, or a "more" button of a long list. */
export type Row = Place &
  ({ kind: 'value'; label: string; value: Json; isOpen: boolean } | { kind: 'more'; hidden: number });

interface Place {
  /** Path in code notation, such as `cart.items[0]`. It is unique and serves as the key of the row. */
  path: string;
  depth: number;
  /** Position among the siblings, from 1. */
  position: number;
  siblings: number;
}

/** Expanded state and number of visible children, by path. */
export interface Unfolding {
  open: ReadonlyMap<string, boolean>;
  shown: ReadonlyMap<string, number>;
}

export const folded: Unfolding = { open: new Map(), shown: new Map() };

/** Number of children shown at first. Each "more" doubles it. */
export const pageOfValues = 100;
const openToDepth = 1;
const openUpTo = 12;

/** Visible rows. Collapsed content is not visited, so its size does not matter. */
export function visibleRows(root: Json, unfolding: Unfolding): Row[] {
  const rows: Row[] = [];
  addChildren(rows, root, '', 0, unfolding);
  return rows;
}

function addChildren(rows: Row[], parent: Json, path: string, depth: number, unfolding: Unfolding): void {
  const siblings = childCount(parent);
  const shown = Math.min(siblings, unfolding.shown.get(path) ?? pageOfValues);
  for (let nth = 0; nth < shown; nth++) {
    const [label, value] = childAt(parent, nth);
    const ownPath = parent.kind === 'array' ? `${path}[${nth}]` : pathOf(path, label, nth, parent);
    const isOpen = isFoldable(value) && (unfolding.open.get(ownPath) ?? opensAtFirst(value, depth));
    rows.push({ kind: 'value', path: ownPath, depth, position: nth + 1, siblings, label, value, isOpen });
    if (isOpen) addChildren(rows, value, ownPath, depth + 1, unfolding);
  }
  if (shown < siblings)
    rows.push({
      kind: 'more',
      path: `${path}…`,
      depth,
      position: shown + 1,
      siblings,
      hidden: siblings - shown,
    });
}

/** Number of children of an object or array; 0 for other values. */
export function childCount(value: Json): number {
  return value.kind === 'object' ? value.entries.length : value.kind === 'array' ? value.items.length : 0;
}

/** Longer strings are collapsible. */
export const longestText = 120;

export function isFoldable(value: Json): boolean {
  return childCount(value) > 0 || (value.kind === 'string' && value.text.length > longestText);
}

function childAt(parent: Json, nth: number): [string, Json] {
  if (parent.kind === 'object') return parent.entries[nth] as [string, Json];
  return [String(nth), (parent as Extract<Json, { kind: 'array' }>).items[nth] as Json];
}

function opensAtFirst(value: Json, depth: number): boolean {
  return value.kind !== 'string' && depth < openToDepth && childCount(value) <= openUpTo;
}

/** JSON allows duplicate keys, so a repeated key gets a suffix that keeps its path unique. */
function pathOf(path: string, key: string, nth: number, parent: Json): string {
  const own = /^[A-Za-z_$][\w$]*$/.test(key)
    ? path
      ? `${path}.${key}`
      : key
    : `${path}[${JSON.stringify(key)}]`;
  if (parent.kind !== 'object') return own;
  const isRepeated = parent.entries.findIndex(([name]) => name === key) < nth;
  return isRepeated ? `${own} (${nth + 1})` : own;
}
