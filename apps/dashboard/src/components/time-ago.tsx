import { useSyncExternalStore } from 'react';
import { exactly, whenMinutesPass } from './age.ts';
import { agoOf } from './ago.ts';

/** How long ago something was, within a sentence. Columns have no room for that: they have `<Time>`. */
export function TimeAgo({ at }: { at: string }) {
  const ago = useSyncExternalStore(whenMinutesPass, () => agoOf(at));
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago}
    </time>
  );
}
