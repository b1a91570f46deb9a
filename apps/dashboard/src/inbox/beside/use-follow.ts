import { useEffect, useEffectEvent } from 'react';
import { useInbox } from '../inbox-context.ts';

/** How long the cursor has to rest before what is open follows it. Whoever holds `j` loads nothing on the way. */
const rest = 120;

/** What is open beside the list and the cursor are the same bug, whichever of the two has been changed. */
export function useFollow(): void {
  const { triage, openBug, go } = useInbox();
  useEffect(() => {
    if (openBug !== null && triage.window && triage.window.indexOf(openBug) >= 0) triage.moveTo(openBug);
  }, [triage, openBug]);

  const follow = useEffectEvent((cursor: number | null) => {
    if (openBug !== null && cursor !== null && cursor !== openBug) go.beside(cursor, 'replace');
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = triage.cursor;
    const stop = triage.subscribe(() => {
      if (triage.cursor === last) return;
      last = triage.cursor;
      clearTimeout(timer);
      timer = setTimeout(() => follow(triage.cursor), rest);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [triage]);
}
