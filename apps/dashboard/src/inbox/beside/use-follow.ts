import { useEffect, useEffectEvent } from 'react';
import type { ListWindow } from '../../store/list.ts';
import { useInbox } from '../inbox-context.ts';

/** How long the cursor has to rest before what is open follows it. Whoever holds `j` loads nothing on the way. */
const rest = 120;

/** What is open beside the list and the cursor are the same bug, whichever of the two has been changed. */
export function useFollow(list: ListWindow): void {
  const { listSelection, openBug, go } = useInbox();
  const moveToOpen = useEffectEvent(() => {
    if (openBug !== null && list.indexOf(openBug) >= 0) listSelection.moveTo(openBug);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another bug is open, whichever it is
  useEffect(() => moveToOpen(), [listSelection, openBug]);
  // A bug may be open before its row is there.
  const { version } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are there, whichever they are
  useEffect(() => {
    if (listSelection.cursor === null) moveToOpen();
  }, [listSelection, list, version]);

  const follow = useEffectEvent((cursor: number | null) => {
    if (openBug !== null && cursor !== null && cursor !== openBug) go.beside(cursor, 'replace');
  });
  // Once another bug is open, a step that was made before leads nowhere any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another bug is open, whichever it is
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = listSelection.cursor;
    const stop = listSelection.subscribe(() => {
      if (listSelection.cursor === last) return;
      last = listSelection.cursor;
      clearTimeout(timer);
      timer = setTimeout(() => follow(listSelection.cursor), rest);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [listSelection, openBug]);
}
