import { type RefObject, useEffect, useEffectEvent } from 'react';

interface Handlers {
  onZoom(factor: number, point: { x: number; y: number }): void;
  /** A click without a drag. `isBeside` is true for clicks outside of the image. */
  onPress(point: { x: number; y: number }, isBeside: boolean): void;
}

/** Minimum distance of a drag, in pixels. */
const slack = 4;

/** Wheel zoom and mouse drag. Touch keeps the native scroll and pinch. */
export function usePointer(box: RefObject<HTMLElement | null>, handlers: Handlers): void {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    handlers.onZoom(Math.exp(-pixels / 400), { x: event.clientX, y: event.clientY });
  });
  const onClick = useEffectEvent(({ clientX: x, clientY: y, target }: MouseEvent) =>
    handlers.onPress({ x, y }, target === box.current),
  );
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    // React's wheel listener is passive and cannot prevent scrolling.
    element.addEventListener('wheel', onWheel, { passive: false, signal });
    let start: { x: number; y: number; left: number; top: number } | undefined;
    let isDrag = false;
    element.addEventListener(
      'pointerdown',
      (event) => {
        isDrag = false;
        if (event.pointerType !== 'mouse' || event.button !== 0) return;
        start = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop };
      },
      { signal },
    );
    element.addEventListener(
      'pointermove',
      (event) => {
        if (!start) return;
        const [x, y] = [event.clientX - start.x, event.clientY - start.y];
        if (!isDrag && Math.hypot(x, y) < slack) return;
        if (!isDrag) element.setPointerCapture(event.pointerId);
        isDrag = true;
        element.dataset.dragged = '';
        element.scrollTo(start.left - x, start.top - y);
      },
      { signal },
    );
    const end = () => {
      start = undefined;
      delete element.dataset.dragged;
    };
    element.addEventListener('pointerup', end, { signal });
    element.addEventListener('pointercancel', end, { signal });
    element.addEventListener('click', (event) => !isDrag && onClick(event), { signal });
    return () => listening.abort();
  }, [box]);
}
