import { useSyncExternalStore } from 'react';
import { exactly, whenMinutesPass } from './age.ts';
import { agoOf } from './ago.ts';

/** Relative time for use in a sentence. Columns use the shorter `<Time>`. */
export function TimeAgo({ at }: { at: string }) {
  const ago = useSyncExternalStore(whenMinutesPass, () => agoOf(at));
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago}
    </time>
  );
}
