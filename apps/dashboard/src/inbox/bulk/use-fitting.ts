import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The number of children on the first line of a wrapping row. CSS hides the other lines, so the children keep their
 * width and can be measured again when there is more room.
 */
export function useFitting(row: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const tops = [...element.children].map((child) => (child as HTMLElement).offsetTop);
      setCount(tops.filter((top) => top === tops[0]).length);
    };
    measure();
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, [row]);
  return count;
}
