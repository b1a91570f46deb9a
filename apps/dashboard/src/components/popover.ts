import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useLayer } from '../actions/layers.ts';
import { type Anchor, placeBeside } from './place.ts';

/**
 * Props that make an element a popover while rendered, with the focus in its field. Escape, Tab and a click
 * outside call `close`. It is placed at `anchor`, or by CSS alone if there is none. Not a modal dialog: opening
 * or closing one restyles the whole page, because all of it becomes inert.
 */
export function usePopover(close: () => void, anchor?: Anchor | null) {
  const box = useRef<HTMLDivElement>(null);
  useLayer(true, close);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.showPopover();
    if (anchor !== undefined) placeBeside(element, anchor);
    element.querySelector('input')?.focus({ preventScroll: true });
  }, [anchor]);
  useEffect(() => {
    const onPointer = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', onPointer, true);
    return () => document.removeEventListener('pointerdown', onPointer, true);
  }, [close]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    close();
  };
  return { ref: box, popover: 'manual', onKeyDown } as const;
}
