import { useSyncExternalStore } from 'react';
import { ageOf, exactly, whenMinutesPass } from './age.ts';

/** How long ago something was, and exactly when for whoever points at it. */
export function Time({ at }: { at: string }) {
  const age = useSyncExternalStore(whenMinutesPass, () => ageOf(at));
  return (
    <time dateTime={at} title={exactly(at)}>
      {age}
    </time>
  );
}
