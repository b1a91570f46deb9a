import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useLayer } from '../actions/layers.ts';
import { type Anchor, placeBeside } from './place.ts';

/**
 * What an element needs to lie over the page for as long as it is rendered, with the focus in its field. Escape, Tab and a press
 * beside it call `close`. It is placed at `anchor`, or by its style alone where there is none. It is no modal dialog: to open
 * or close one, the browser styles the whole page anew, because all of it becomes inert.
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
