/** Rows without a gap: every match between the first and the last id. */
interface Segment {
  start: number;
  ids: number[];
}

/** A page of rows that follow each other, newest first. */
export interface Rows {
  ids: readonly number[];
  /** Where they are believed to stand, unless a bug among them says better. */
  at: number;
  /** Everything between this bug, which need not be in the list, and them is among them. */
  after?: number;
  /** Nothing stands above them. */
  isTop?: boolean;
  /** Nothing stands below them. */
  isEnd?: boolean;
}

/**
 * The ids of a list as long as everything that matches, of which only parts are loaded: segments, with holes between them. Ids
 * fall from top to bottom, so an id tells where it belongs, while the size of a hole is only believed: it is put right when
 * the hole is filled. Two segments always have a hole between them, of one row at least, until they are known to meet.
 */
export interface SparseList {
  readonly length: number;
  /** The first loaded row begins the list; the last one ends it. */
  readonly isTopKnown: boolean;
  readonly isEndKnown: boolean;
  idAt(index: number): number | undefined;
  /** -1 when it is not among the loaded rows. */
  indexOf(id: number): number;
  /** Whether the place of this id is known: between two loaded rows, or beyond the loaded top or end. */
  isInside(id: number): boolean;
  /** Puts rows where they belong. What is loaded stays; returns those ids that would have had to come between loaded rows. */
  put(rows: Rows): number[];
  insert(id: number): void;
  remove(id: number): void;
  /** Sets the length by resizing holes. False when there is no hole that would do. */
  setLength(length: number): boolean;
  /** Sets the length by resizing the hole at the end, which moves no row. False when there is none that would do. */
  setEnd(length: number): boolean;
  /** The first range without rows in a range; undefined when all is loaded. */
  firstHole(from: number, to: number): { from: number; to: number } | undefined;
  /** The loaded row that comes next above a place. */
  lastAbove(index: number): number | undefined;
  readonly hasHoles: boolean;
  readonly loaded: number;
  ids(): Iterable<number>;
  /** Forgets all rows but those in these ranges, which do not touch and are in order. */
  keepOnly(ranges: readonly { from: number; to: number }[]): void;
  clear(length: number): void;
}

export function createSparseList(): SparseList {
  let segments: Segment[] = [];
  let length = 0;
  /** The first segment begins the list; the last one ends it. */
  let isTopKnown = false;
  let isEndKnown = false;

  const endOf = ({ start, ids }: Segment) => start + ids.length;
  const firstId = ({ ids }: Segment) => ids[0] as number;
  const lastId = ({ ids }: Segment) => ids[ids.length - 1] as number;

  const segmentAt = (index: number) =>
    segments.find((segment) => index >= segment.start && index < endOf(segment));
  const segmentOf = (id: number) =>
    segments.find((segment) => id <= firstId(segment) && id >= lastId(segment));

  /** Binary search in falling ids: where it is, or where it would be. */
  function placeIn(ids: readonly number[], id: number): number {
    let [low, high] = [0, ids.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ids[middle] as number) > id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function indexOf(id: number): number {
    const segment = segmentOf(id);
    if (!segment) return -1;
    const place = placeIn(segment.ids, id);
    return segment.ids[place] === id ? segment.start + place : -1;
  }

  function isInside(id: number): boolean {
    const [first, last] = [segments[0], segments.at(-1)];
    if (segmentOf(id)) return true;
    if (first && isTopKnown && id > firstId(first)) return true;
    if (last && isEndKnown && id < lastId(last)) return true;
    return !first && isTopKnown && isEndKnown;
  }

  /** Moves everything from this segment on. */
  function shift(from: number, by: number): void {
    if (by === 0) return;
    for (const segment of segments.slice(from)) segment.start += by;
    length += by;
  }

  function put({ ids, at, after, isTop = false, isEnd = false }: Rows): number[] {
    const late = ids.filter((id) => indexOf(id) < 0 && isInside(id));
    const added = ids.filter((id) => indexOf(id) < 0 && !isInside(id));
    // Between these two, everything that matches is in the rows now: segments that reach into it meet there.
    const top = isTop ? Number.POSITIVE_INFINITY : (after ?? ids[0] ?? 0);
    const bottom = isEnd ? 0 : (ids.at(-1) ?? Number.POSITIVE_INFINITY);
    const joined = segments.filter((segment) => firstId(segment) >= bottom && lastId(segment) <= top);
    const merged = [...joined.flatMap((segment) => segment.ids), ...added].sort((a, b) => b - a);
    if (isTop) isTopKnown = true;
    if (isEnd) isEndKnown = true;
    if (merged.length > 0) replace(joined, { start: at, ids: merged });
    else if (isTop && isEnd) length = 0;
    if (isEnd) length = segments.length > 0 ? endOf(segments.at(-1) as Segment) : length;
    return late;
  }

  /** Puts a segment in the place of those that it has grown from, and moves the others so that none touches it. */
  function replace(joined: Segment[], segment: Segment): void {
    const first = joined[0];
    const last = joined.at(-1);
    if (first) segment.start = first.start - segment.ids.indexOf(firstId(first));
    const oldEnd = last && endOf(last);
    segments = [...segments.filter((other) => !joined.includes(other)), segment].sort(
      (a, b) => firstId(b) - firstId(a),
    );
    const place = segments.indexOf(segment);
    const above = segments[place - 1];
    const lowest = above ? endOf(above) + 1 : isTopKnown ? 0 : 1;
    if (place === 0 && isTopKnown) segment.start = 0;
    else segment.start = Math.max(segment.start, lowest);
    if (oldEnd !== undefined) shift(place + 1, endOf(segment) - oldEnd);
    const below = segments[place + 1];
    const least = endOf(segment) + 1;
    if (below && below.start < least) shift(place + 1, least - below.start);
    length = Math.max(length, endOf(segments.at(-1) as Segment));
  }

  /** The first segment below this id. */
  const belowOf = (id: number) => {
    const place = segments.findIndex((segment) => firstId(segment) < id);
    return place < 0 ? segments.length : place;
  };

  /** Sizes of the holes: above the first segment, between them, and below the last. */
  function holes(): { before: number; size: number; least: number }[] {
    const found = segments.map((segment, place) => {
      const above = segments[place - 1];
      const isTop = place === 0 && isTopKnown;
      return { before: place, size: segment.start - (above ? endOf(above) : 0), least: isTop ? 0 : 1 };
    });
    const last = segments.at(-1);
    if (!isEndKnown || !last)
      found.push({ before: segments.length, size: length - (last ? endOf(last) : 0), least: 0 });
    return found.filter(({ before }) => before > 0 || !isTopKnown);
  }

  return {
    get length() {
      return length;
    },
    get isTopKnown() {
      return isTopKnown;
    },
    get isEndKnown() {
      return isEndKnown;
    },
    idAt(index) {
      const segment = segmentAt(index);
      return segment?.ids[index - segment.start];
    },
    indexOf,
    isInside,
    put,
    insert(id) {
      if (indexOf(id) >= 0) return;
      const segment = segmentOf(id);
      const below = belowOf(id);
      const last = segments.at(-1);
      if (segment) {
        segment.ids.splice(placeIn(segment.ids, id), 0, id);
        shift(segments.indexOf(segment) + 1, 1);
      } else if (below === 0 && isTopKnown && segments[0]) {
        segments[0].ids.unshift(id);
        shift(1, 1);
      } else if (below === segments.length && isEndKnown && last) {
        last.ids.push(id);
        length++;
      } else if (!last && isTopKnown && isEndKnown) {
        segments = [{ start: 0, ids: [id] }];
        length = 1;
      } else shift(below, 1);
    },
    remove(id) {
      const index = indexOf(id);
      const segment = segmentAt(index);
      if (!segment) return;
      const place = segments.indexOf(segment);
      segment.ids.splice(index - segment.start, 1);
      shift(place + 1, -1);
      if (segment.ids.length > 0) return;
      segments.splice(place, 1);
      if (segments.length === 0) {
        // An empty list is known to be empty, or nothing is known of it.
        const isKnown = length === 0 && isTopKnown && isEndKnown;
        isTopKnown = isEndKnown = isKnown;
        return;
      }
      // What was known above or below it is a hole now, of one row at least.
      if (place === 0 && isTopKnown) {
        isTopKnown = false;
        const first = segments[0] as Segment;
        if (first.start < 1) shift(0, 1 - first.start);
      } else if (place === segments.length && isEndKnown) isEndKnown = false;
    },
    setLength(wanted) {
      let missing = wanted - length;
      for (const { before, size, least } of holes().reverse()) {
        const by = Math.max(missing, least - size);
        if (missing === 0) break;
        shift(before, by);
        missing -= by;
      }
      return missing === 0;
    },
    setEnd(wanted) {
      const last = segments.at(-1);
      if (isEndKnown || wanted < (last ? endOf(last) : 0)) return false;
      length = wanted;
      return true;
    },
    firstHole(from, to) {
      const [first, end] = [Math.max(0, from), Math.min(to, length)];
      let at = first;
      for (const segment of segments) {
        if (endOf(segment) <= at) continue;
        if (segment.start > at) return at < end ? { from: at, to: Math.min(segment.start, end) } : undefined;
        at = endOf(segment);
      }
      return at < end ? { from: at, to: end } : undefined;
    },
    lastAbove(index) {
      const above = segments.findLast(({ start }) => start < index);
      return above && (above.ids[index - above.start - 1] ?? lastId(above));
    },
    get hasHoles() {
      return holes().some(({ size }) => size > 0);
    },
    get loaded() {
      return segments.reduce((sum, { ids }) => sum + ids.length, 0);
    },
    *ids() {
      for (const { ids } of segments) yield* ids;
    },
    keepOnly(ranges) {
      const kept = segments.flatMap(({ start, ids }) =>
        ranges.flatMap(({ from, to }) => {
          const first = Math.max(from - start, 0);
          const part = ids.slice(first, Math.max(to - start, 0));
          return part.length > 0 ? [{ start: start + first, ids: part }] : [];
        }),
      );
      const [first, last] = [kept[0], kept.at(-1)];
      isTopKnown &&= first?.start === 0;
      isEndKnown &&= last !== undefined && endOf(last) === length;
      segments = kept;
    },
    clear(to) {
      segments = [];
      length = to;
      isTopKnown = isEndKnown = false;
    },
  };
}
