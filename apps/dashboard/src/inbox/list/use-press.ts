import { type MouseEvent, type PointerEvent, useRef } from 'react';
import type { Anchor } from '../../components/place.ts';
import type { ListWindow } from '../../store/list.ts';
import type { ListSelection } from '../selection/list-selection.ts';
import { useRowActions } from './use-row-actions.tsx';

const longPress = 450;
const slack = 10;

/** Click, Shift-click, right-click and long press on rows. */
export function usePress(listSelection: ListSelection, list: ListWindow, open: (id: number) => void) {
  const { openMenu, pick } = useRowActions(listSelection);
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
      const place = pointOf(event);
      const timer = setTimeout(() => {
        wasLong.current = true;
        navigator.vibrate?.(10);
        getSelection()?.removeAllRanges();
        listSelection.moveTo(id);
        openMenu(id, place);
      }, longPress);
      held.current = { timer, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent) {
      const start = held.current;
      if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > slack) letGo();
    },
    onMouseDown(event: MouseEvent) {
      // Preventing the default keeps the focus, and so the cursor, at the start of the range. It also prevents text
      // selection.
      if (event.shiftKey) event.preventDefault();
    },
    onPointerUp: letGo,
    onPointerCancel: letGo,
    /** The menu key and Shift+F10 also fire this event. */
    onContextMenu(event: MouseEvent) {
      const id = bugAt(event.target);
      if (id === null) return;
      event.preventDefault();
      if (!held.current && !wasLong.current) openMenu(id, pointOf(event));
    },
    onClick(event: MouseEvent) {
      const id = bugAt(event.target);
      // With a modifier, the browser opens the title link in a new tab.
      if (id === null || event.ctrlKey || event.metaKey) return;
      const target = event.target as Element;
      const isBox = target.closest('[data-check]') !== null;
      // The default action must not follow the title link. A checkbox keeps its default, because it must toggle.
      if (!(target instanceof HTMLInputElement)) event.preventDefault();
      if (wasLong.current) return;
      const isCoarse = matchMedia('(pointer: coarse)').matches;
      const picked = isCoarse ? null : target.closest<HTMLElement>('[data-pick]');
      if (event.shiftKey) {
        getSelection()?.removeAllRanges();
        void listSelection.extendTo(list.indexOf(id));
      } else if (isBox || (isCoarse && listSelection.selectionSize > 0)) listSelection.toggle(id);
      else if (picked) pick(id, picked);
      else {
        listSelection.moveTo(id);
        open(id);
      }
    },
  };
}

function bugAt(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-bug]') : null;
  return row ? Number(row.dataset.bug) : null;
}

/** A menu anchor at the pointer position. */
function pointOf({ clientX, clientY }: MouseEvent): Anchor {
  return { getBoundingClientRect: () => new DOMRect(clientX, clientY, 0, 0) };
}
