import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * How many children of a wrapping row stand on its first line. The others are on lines that the row's style hides, so that
 * their width counts as soon as there is more room.
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
