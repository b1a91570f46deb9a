import type { ListWindow } from '../../../store/list.ts';

/** Consecutive rows with the same key. */
export interface Group {
  key: string;
  /** Index of the first row. */
  from: number;
  /** The number of loaded rows. */
  count: number;
  /** Whether more rows may follow that are not loaded. */
  isOpen: boolean;
}

interface Given {
  list: ListWindow;
  /** The group key of a bug, or undefined while the bug is not loaded. */
  keyOf(id: number): string | undefined;
  /** Order of the groups; null for their order in the list. */
  compare: ((a: string, b: string) => number) | null;
}

/** Groups with their own order are built from this many rows, plus as many for each "load more". */
const pageSize = 200;

/**
 * A list with its loaded rows grouped. Rows keep their order within a group. Live updates never move a row: a bug stays
 * in its first group until the list is left or `showNew` is called.
 */
export class GroupedWindow implements ListWindow {
  readonly #given: Given;
  readonly #keys = new Map<number, string>();
  #wanted = pageSize;
  #seen: number | undefined;
  #ids: number[] = [];
  #places = new Map<number, number>();
  #groups: Group[] = [];

  constructor(given: Given) {
    this.#given = given;
  }

  get groups(): readonly Group[] {
    this.#arrange();
    return this.#groups;
  }

  /** The number of loaded and grouped rows. */
  get loaded(): number {
    this.#arrange();
    return this.#ids.length;
  }

  /** Whether more rows load only on request, because they would be inserted above the viewport. */
  get isByDemand(): boolean {
    return this.#given.compare !== null && this.loaded < this.#list.length;
  }

  loadMore(): void {
    this.#wanted = this.loaded + pageSize;
    this.#seen = undefined;
    this.ensure(0, 0);
  }

  get length(): number {
    // Groups in list order may end with a skeleton row; groups in their own order do not.
    return this.#given.compare ? this.loaded : this.#list.length;
  }

  idAt(index: number): number | undefined {
    this.#arrange();
    return this.#ids[index];
  }

  indexOf(id: number): number {
    this.#arrange();
    return this.#places.get(id) ?? -1;
  }

  ensure(from: number, to: number): void {
    if (this.#given.compare) this.#list.ensure(0, this.#wanted);
    else this.#list.ensure(from, to);
  }

  async idsBetween(from: number, to: number): Promise<number[]> {
    this.#arrange();
    return this.#ids.slice(from, to);
  }

  showNew(): void {
    this.#keys.clear();
    this.#seen = undefined;
    this.#list.showNew();
  }

  isStale = (id: number) => this.#list.isStale(id);
  subscribe = (listener: () => void) => this.#list.subscribe(listener);

  get filter() {
    return this.#list.filter;
  }

  get version() {
    return this.#list.version;
  }

  get status() {
    return this.#list.status;
  }

  get problem() {
    return this.#list.problem;
  }

  get total() {
    return this.#list.total;
  }

  get capped() {
    return this.#list.capped;
  }

  get newCount() {
    return this.#list.newCount;
  }

  get #list(): ListWindow {
    return this.#given.list;
  }

  /** Groups the contiguous loaded rows, once for each version of the list. */
  #arrange(): void {
    const list = this.#list;
    if (this.#seen === list.version) return;
    this.#seen = list.version;
    const byKey = new Map<string, number[]>();
    const { compare } = this.#given;
    const most = compare ? Math.min(list.length, this.#wanted) : list.length;
    let loaded = 0;
    for (; loaded < most; loaded++) {
      const id = list.idAt(loaded);
      const key = id === undefined ? undefined : (this.#keys.get(id) ?? this.#given.keyOf(id));
      if (id === undefined || key === undefined) break;
      this.#keys.set(id, key);
      const ids = byKey.get(key);
      if (ids) ids.push(id);
      else byKey.set(key, [id]);
    }
    const groups = [...byKey];
    if (compare) groups.sort(([a], [b]) => compare(a, b));
    this.#ids = groups.flatMap(([, ids]) => ids);
    this.#places = new Map(this.#ids.map((id, index) => [id, index]));
    let from = 0;
    this.#groups = groups.map(([key, ids], nth) => {
      const isOpen = loaded < list.length && (compare !== null || nth === groups.length - 1);
      const group = { key, from, count: ids.length, isOpen };
      from += ids.length;
      return group;
    });
  }
}
