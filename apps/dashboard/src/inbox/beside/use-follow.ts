import { useEffect, useEffectEvent } from 'react';
import type { ListWindow } from '../../store/list.ts';
import { useInbox } from '../inbox-context.ts';

/** How long the cursor must rest before the panel follows it, in ms. Holding `j` therefore loads nothing on the way. */
const rest = 120;

/** Keeps the cursor and the open bug in sync, in both directions. */
export function useFollow(list: ListWindow): void {
  const { listSelection, openBug, go } = useInbox();
  const moveToOpen = useEffectEvent(() => {
    if (openBug !== null && list.indexOf(openBug) >= 0) listSelection.moveTo(openBug);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another bug is opened
  useEffect(() => moveToOpen(), [listSelection, openBug]);
  // A bug may be open before its row is loaded.
  const { version } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rows change
  useEffect(() => {
    if (listSelection.cursor === null) moveToOpen();
  }, [listSelection, list, version]);

  const follow = useEffectEvent((cursor: number | null) => {
    if (openBug !== null && cursor !== null && cursor !== openBug) go.beside(cursor, 'replace');
  });
  // Opening another bug cancels a pending move.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever another bug is opened
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
