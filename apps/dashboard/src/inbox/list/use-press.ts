import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { ListWindow } from '../../store/types.ts';
import type { Triage } from '../triage/triage.ts';

const longPress = 450;
const slack = 10;

/** Clicks, clicks with shift, and long presses on the rows of a grid. */
export function usePress(triage: Triage, list: ListWindow, open: (id: number) => void) {
  const held = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const wasLong = useRef(false);
  const letGo = () => {
    clearTimeout(held.current?.timer);
    held.current = null;
  };

  return {
    onPointerDown(event: PointerEvent) {
      wasLong.current = false;
      const id = bugAt(event.target);
      if (event.pointerType === 'mouse' || id === null) return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        navigator.vibrate?.(10);
        getSelection()?.removeAllRanges();
        triage.toggle(id);
      }, longPress);
      held.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      const start = held.current;
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > slack) letGo();
    },
    onMouseDown(event: MouseEvent) {
      // A range begins where the cursor is, which the focus must not take along; nor is text selected.
      if (event.shiftKey) event.preventDefault();
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    onContextMenu(event: MouseEvent) {
      if (held.current || wasLong.current) event.preventDefault();
    },
    onClick(event: MouseEvent) {
      const id = bugAt(event.target);
      // With a modifier a title is a link, which the browser opens elsewhere.
      if (id === null || event.ctrlKey || event.metaKey) return;
      const isBox = (event.target as Element).closest('[data-check]') !== null;
      // A click sets the focus on what was clicked, which is not what a check box should do here.
      if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
      if (wasLong.current) return;
      const isChoosing = triage.selectionSize > 0 && matchMedia('(pointer: coarse)').matches;
      if (event.shiftKey) {
        getSelection()?.removeAllRanges();
        void triage.extendTo(list.indexOf(id));
      } else if (isBox || isChoosing) triage.toggle(id);
      else {
        triage.moveTo(id);
        open(id);
      }
    },
  };
}

function bugAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-bug]') : null;
  return row ? Number(row.dataset.bug) : null;
}
