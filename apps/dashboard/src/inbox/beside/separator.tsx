import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import styles from './separator.module.css';
import { keep, reset, show } from './width.ts';

/** Step of an arrow key, in pixels. */
const step = 24;

/** Resize handle of the panel, for pointer and keyboard. A double click resets the width. */
export function Separator() {
  const handle = useRef<HTMLDivElement>(null);
  const [{ now, min, max }, setSizes] = useState({ now: 0, min: 0, max: 0 });
  const panel = () => handle.current?.parentElement as HTMLElement;

  useLayoutEffect(() => {
    const element = handle.current?.parentElement;
    if (!element) return;
    const measure = () => {
      const { minWidth, maxWidth } = getComputedStyle(element);
      setSizes({
        now: element.offsetWidth,
        min: Number.parseInt(minWidth, 10) || 0,
        max: Number.parseInt(maxWidth, 10) || innerWidth,
      });
    };
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => size.disconnect();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const widths: Record<string, number> = {
      ArrowLeft: now + step,
      ArrowRight: now - step,
      Home: min,
      End: max,
    };
    const width = widths[event.key];
    if (width === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(panel(), Math.min(max, Math.max(min, width)));
    keep(panel());
  };
  const isDragged = ({ pointerId }: PointerEvent) => handle.current?.hasPointerCapture(pointerId);

  return (
    // biome-ignore lint/a11y/useSemanticElements: an `<hr>` cannot be dragged
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label="Panel width"
      aria-valuenow={now}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      title="Drag to resize"
      className={styles.separator}
      onKeyDown={onKeyDown}
      onDoubleClick={() => reset(panel())}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (isDragged(event)) show(panel(), innerWidth - Math.round(event.clientX));
      }}
      onLostPointerCapture={() => keep(panel())}
    />
  );
}
