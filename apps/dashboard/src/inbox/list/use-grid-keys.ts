import type { KeyboardEvent, RefObject } from 'react';
import { useInbox } from '../inbox-context.ts';
import type { ListSelection } from '../selection/list-selection.ts';

/** Standard keys of an ARIA grid. They also work when single-key shortcuts are disabled. */
export function useGridKeys(
  listSelection: ListSelection,
  scroller: RefObject<HTMLElement | null>,
  height: number,
) {
  const { go, openBug } = useInbox();
  return (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1;
    const last = listSelection.window?.length ?? 0;
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -last,
      End: last,
    };
    const by = steps[event.key];
    const { cursor } = listSelection;
    if (by !== undefined) event.shiftKey ? listSelection.extend(by) : listSelection.step(by);
    else if (event.key === ' ' && cursor !== null) listSelection.toggle(cursor);
    else if (event.key === 'Enter' && cursor !== null)
      cursor === openBug ? go.full(cursor) : go.beside(cursor);
    else return;
    event.preventDefault();
  };
}
