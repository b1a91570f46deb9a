import { useSyncExternalStore } from 'react';
import { ageOf, exactly, whenMinutesPass } from './age.ts';

/** Short age, with the exact time on hover. */
export function Time({ at }: { at: string }) {
  const age = useSyncExternalStore(whenMinutesPass, () => ageOf(at));
  return (
    <time dateTime={at} title={exactly(at)}>
      {age}
    </time>
  );
}
