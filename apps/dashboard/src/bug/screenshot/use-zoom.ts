import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

const smallest = 0.1;
const largest = 8;

interface Point {
  x: number;
  y: number;
}

/**
 * Zoom of an image in a scrollable box. `null` fits the image into the box, at most at its natural size. The given
 * point, or the center of the box, stays in place.
 */
export function useZoom(box: RefObject<HTMLElement | null>, image: RefObject<HTMLImageElement | null>) {
  const [zoom, setZoom] = useState<number | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const kept = useRef<{ point: Point; part: Point }>(undefined);

  const change = useCallback(
    (next: (shown: number) => number | null, point?: Point) => {
      const [frame, drawn] = [box.current?.getBoundingClientRect(), image.current];
      if (!frame || !drawn?.naturalWidth) return;
      const { naturalWidth, naturalHeight } = drawn;
      const seen = drawn.getBoundingClientRect();
      const shown = Math.min(seen.width / naturalWidth, seen.height / naturalHeight);
      const at = point ?? { x: frame.left + frame.width / 2, y: frame.top + frame.height / 2 };
      kept.current = {
        point: at,
        part: { x: (at.x - seen.left) / seen.width, y: (at.y - seen.top) / seen.height },
      };
      const wanted = next(shown);
      setZoom(wanted === null ? null : Math.min(largest, Math.max(smallest, wanted)));
    },
    [box, image],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs after the zoom has changed the image size
  useLayoutEffect(() => {
    const seen = image.current?.getBoundingClientRect();
    if (!seen || !kept.current) return;
    const { point, part } = kept.current;
    box.current?.scrollBy(
      seen.left + part.x * seen.width - point.x,
      seen.top + part.y * seen.height - point.y,
    );
    kept.current = undefined;
  }, [zoom]);

  return { zoom, size, setSize, change };
}
