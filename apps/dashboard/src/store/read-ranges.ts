/** Ranges of ids about which the service has been asked, whatever it has answered. */
export interface ReadRanges {
  /** Everything from `lowest` to `highest` has been read. */
  add(range: IdRange): void;
  /** The highest id in a range that has not been read; undefined when all of it has been. */
  highestUnread(range: IdRange): number | undefined;
}

/** From the lowest to the highest, both included: 0 and infinity where there is no bound. */
export interface IdRange {
  lowest: number;
  highest: number;
}

export function createReadRanges(): ReadRanges {
  /** Disjoint, with something between any two of them, highest first. */
  let ranges: IdRange[] = [];

  return {
    add({ lowest, highest }) {
      if (lowest > highest) return;
      const touches = (other: IdRange) => other.lowest <= highest + 1 && other.highest + 1 >= lowest;
      const joined = [{ lowest, highest }, ...ranges.filter(touches)];
      const whole = {
        lowest: Math.min(...joined.map((each) => each.lowest)),
        highest: Math.max(...joined.map((each) => each.highest)),
      };
      ranges = [...ranges.filter((other) => !touches(other)), whole].sort((a, b) => b.highest - a.highest);
    },
    highestUnread({ lowest, highest }) {
      const at = ranges.find((range) => range.lowest <= highest && range.highest >= highest);
      const candidate = at ? at.lowest - 1 : highest;
      return candidate >= lowest ? candidate : undefined;
    },
  };
}
